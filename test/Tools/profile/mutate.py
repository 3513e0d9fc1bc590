"""Runs tiled-layout-profile on mutated dumps: none may crash or hang.

    mutate.py TOOL SEED COUNT FILE...

Many dumps go to one process; of those that fail, the dumps are tried one by one.
"""

import random
import subprocess
import sys

PIECES = [b"{", b"}", b"(", b")", b"[", b"]", b",", b"=", b'"', b"\n", b"%", b"\\",
          b"/*", b"*/", b"//", b"<=", b"?", b"ENTRY ", b"ROOT ", b"HloModule x\n",
          b"9223372036854775807", b"-1", b"T(8,128)", b"*", b"E(4)", b"L(0)", b"\0",
          b"\xff", b"calls=body", b"body=body", b"to_apply=main", b"while", b"fusion",
          b"copy-done", b"-start", b"tuple", b"bitcast", b"transpose", b"reshape",
          b"dimensions={1,0}", b"known_trip_count", b"f32[0,4]{1,0:T(2)}",
          b"s4[3,1]{0,1:T(*,2)}", b"StackFrames\n1 {file_location_id=1}\n",
          b"index=99999999999", b"index=-1", b" = f32[3]{0} copy(p)"]


def mutate(r, text):
    text = bytearray(text)
    for _ in range(r.choice([1, 1, 2, 3, 8, 30])):
        if not text:
            break
        begin = r.randrange(len(text))
        end = min(len(text), begin + r.choice([0, 1, 1, 4, 20, 200]))
        kind = r.random()
        if kind < 0.3:
            del text[begin:end]
        elif kind < 0.6:
            text[begin:begin] = r.choice(PIECES)
        elif kind < 0.75:
            text[begin] = r.randrange(256)
        elif kind < 0.9:
            target = r.randrange(len(text))
            text[target:target] = text[begin:end]
        else:
            lines = text.split(b"\n")
            r.shuffle(lines)
            text = bytearray(b"\n".join(lines))
    return bytes(text)


def runs(tool, texts):
    data = b"\nHloModule next\n".join(texts)
    try:
        result = subprocess.run([tool, "--json", "-"], input=data,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, timeout=120)
        return result.returncode in (0, 1)
    except subprocess.TimeoutExpired:
        return False


def main():
    tool, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    sources = [open(name, "rb").read() for name in sys.argv[4:]]
    r = random.Random(seed)
    done = 0
    while done < count:
        batch = [mutate(r, r.choice(sources)) for _ in range(min(500, count - done))]
        if not runs(tool, batch):
            for text in batch:
                if not runs(tool, [text]):
                    sys.exit("crashes or hangs on\n%r" % text)
            open("crash-batch.txt", "wb").write(b"\nHloModule next\n".join(batch))
            sys.exit("crashes or hangs on a batch of seed %d: crash-batch.txt" % seed)
        done += len(batch)
    print("survived %d mutated dumps" % done)


if __name__ == "__main__":
    main()
