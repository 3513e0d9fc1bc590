#!/usr/bin/python3
"""Runs the examples in the documents.

A fenced block that starts with `$ command` is run, command by command, and what
each prints must be what stands below it. A block marked `mlir` must parse. A
block marked `python` is a doctest.
A block marked `sh` is run command by command and must succeed, and so are commands
that are indented; what runs for more than a few seconds is ended and counts as
right. What would build, test or install the project is checked without that:
presets, targets and tests of these names exist. (test/Package installs it.)
What would write pages is run with `--check`.

Usage: check-examples.py ROOT TOOLS FILE...
"""

import concurrent.futures
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

# Seconds that a command of a block marked `sh` may take, and an indented one.
LONGEST, LONGEST_INDENTED = 30, 2

def get_blocks(text):
    """Yields (line number, language, contents) of each fenced block."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def run(command, root, stdin=None):
    result = subprocess.run(["bash", "-c", command], cwd=root, input=stdin, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            timeout=60)
    return result.returncode, result.stdout


def get_pattern(expected):
    """A line of three dots stands for any lines, three dots at the end of a line
    for the rest of it."""
    pattern = ""
    for line in expected.split("\n"):
        if line == "...":
            pattern += r"(?:.*\n)*"
        elif line.endswith(" ..."):
            pattern += re.escape(line[:-3]) + ".*\\n"
        else:
            pattern += re.escape(line) + "\\n"
    return pattern


def check_session(block, root, tools):
    """Returns what differs in a block of commands and their output."""
    build = os.path.dirname(os.path.abspath(tools))
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        lines = part.split("\n")
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        command, expected = "\n".join(lines[:count]), "\n".join(lines[count:])
        _, actual = run(command.replace("build/check/lib", f"{build}/lib"), root)
        if not re.fullmatch(get_pattern(expected.strip()), actual.strip() + "\n"):
            return f"{command}\nprints\n{actual}\nbut the document says\n{expected}"
    return None


def check_block(language, block, root, tools):
    if block.startswith("$ "):
        return check_session(block, root, tools)
    if language == "mlir":
        code, output = run("tiled-layout-opt --split-input-file -o /dev/null", root, block)
        return f"does not parse:\n{output}" if code else None
    if language == "python":
        return check_python(block, root, tools)
    if language == "sh":
        return check_script(block, root, tools, LONGEST)
    return None


def check_python(block, root, tools):
    """Runs what stands behind `>>>` and compares what it prints."""
    library = os.path.join(os.path.dirname(os.path.abspath(tools)), "lib/libTiledLayoutC.so")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(block)
        file.flush()
        code, output = run(f"PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools/python "
                           f"TILED_LAYOUT_LIBRARY={library} "
                           f"/usr/bin/python3 -m doctest {file.name}", root)
    return output if code or ">>> " not in block else None


def run_capped(command, root, seconds):
    """Runs a command; one that is ended after some seconds has succeeded."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(["bash", "-c", command], cwd=root, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = 0
        output.seek(0)
        return code, output.read()


def check_cmake(words, root, build):
    """Returns what is wrong with a command that is not run."""
    with open(f"{root}/CMakePresets.json") as file:
        presets = json.load(file)
    kinds = {"--build": "buildPresets", "--workflow": "workflowPresets"}
    kind = kinds.get(words[1], "configurePresets") if words[0] == "cmake" else "testPresets"
    for option, name in zip(words, words[1:]):
        if option == "--preset" and name not in [preset["name"] for preset in presets[kind]]:
            return f"no preset {name} in {kind}"
        if option == "--target" and run(f"ninja -C {build} -t query {name}", root)[0]:
            return f"no target {name}"
    if words[0] == "ctest" and "-R" in words:
        code, output = run(f"ctest --test-dir {build} -N -R {words[words.index('-R') + 1]}", root)
        if code or "Total Tests: 0" in output:
            return f"no such test:\n{output}"
    return None


def check_command(command, root, tools, seconds):
    words = shlex.split(command, comments=True)
    build = os.path.dirname(os.path.abspath(tools))
    if words[0] in ("cmake", "ctest"):
        return check_cmake(words, root, build)
    isOurs = os.path.dirname(build) == os.path.join(root, "build")
    if words[0] == "tools/run-tests.sh" or (words[0] == "tools/run-example.sh" and not isOurs):
        return None if os.access(f"{root}/{words[0]}", os.X_OK) else "no such script"
    program = next(word for word in words if not re.match(r"\w+=", word))
    if program == "tools/ci/generate-reference":
        # A test must not change the tree that it runs in.
        command = command.replace(program, program + " --check", 1)
    if program.startswith("build/") and not os.path.exists(program.replace("build/check", build)):
        # A target that the build of everything leaves out.
        code, output = run(f"ninja -C {build} -t query {os.path.basename(program)}", root)
        return output if code else None
    os.environ["TILED_LAYOUT_PRESET"] = os.path.basename(build)
    command = command.replace("build/check", build)
    code, output = run_capped(f"set -e\n{command}", root, seconds)
    return f"fails:\n{output}" if code else None


def check_script(script, root, tools, seconds):
    """Checks each command of a script; a backslash continues a line. Scripts with
    anything but commands are run whole."""
    commands = re.findall(r"(?:.*\\\n)*.*\S.*\n?", script)
    if re.search(r"^(for|if|while|cd|export|[A-Za-z_]+=\S*$)\b|<<|^\s*\|", script, re.M):
        commands = [script]
    for command in commands:
        if command.lstrip().startswith("#") and command.count("\n") <= 1:
            continue
        problem = check_command(command, root, tools, seconds)
        if problem:
            return f"{command.strip()}: {problem}"
    return None


COMMAND = re.compile(r"^    (?:[A-Z_]+=\S+ )*(?:build/|tools/|tiled-layout-|cmake |ctest |mlir-|lit-)"
                     r"(?:.*\\\n)*.*\n", re.M)


def get_indented(text):
    """Yields (line number, command) of each indented command outside of fences."""
    text = re.sub(r"^```.*?^```$", lambda fence: "\n" * fence.group().count("\n"), text,
                  flags=re.S | re.M)
    for match in COMMAND.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group()


def check_file(name, root, tools):
    """Returns the line of each example and what is wrong with it."""
    with open(os.path.join(root, name)) as file:
        text = file.read()
    return ([(line, check_block(language, block, root, tools))
             for line, language, block in get_blocks(text)] +
            [(line, check_script(command, root, tools, LONGEST_INDENTED))
             for line, command in get_indented(text)])


def main():
    root, tools, *files = sys.argv[1:]
    os.environ["PATH"] = tools + ":" + os.environ["PATH"]
    checked = failed = 0
    # Within a document, commands may need those before them.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda name: check_file(name, root, tools), files))
    for name, problems in zip(files, found):
        for line, problem in problems:
            checked += 1
            if problem:
                failed += 1
                print(f"{name}:{line}: {problem}", file=sys.stderr)
    print(f"{checked - failed} passed, {failed} failed")
    sys.exit(failed != 0 or checked == 0)


if __name__ == "__main__":
    main()
