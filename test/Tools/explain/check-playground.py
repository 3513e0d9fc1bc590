#!/usr/bin/python3
"""Compares the mathematics of the playground, which is JavaScript, with the explainer's
on random layouts.

Usage: check-playground.py EXPLAIN NODE FOLDER
"""

import json
import os
import random
import re
import subprocess
import sys

explain, node, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
random.seed(7)


def get_random_shape():
    rank = random.choice([0, 1, 1, 2, 2, 2, 3, 3, 4])
    extents = [random.randint(1, 12) for _ in range(rank)]
    order = random.sample(range(rank), rank)
    tiles = ""
    for _ in range(random.randint(0, 3)):
        entries = [random.choice(["*"] + [str(random.randint(1, 6))] * 6)
                   for _ in range(random.randint(1, 4))]
        if entries[-1] == "*":
            entries[-1] = "3"
        tiles += f"({','.join(entries)})"
    properties = (f"T{tiles}" if tiles else "") + random.choice(["", "", "L(7)", "L(64)"])
    name, element = random.choice([("f32", ""), ("bf16", ""), ("pred", "E(1)"), ("s8", "E(16)"),
                                   ("s4", ""), ("pred", "")])
    properties += element
    return (f"{name}[{','.join(map(str, extents))}]{{{','.join(map(str, order))}"
            f"{':' + properties if properties else ''}}}"), extents


def run_explain(queries):
    text = "".join(f"{shape}\t{query}\n" if query is not None else f"{shape}\n"
                   for shape, query in queries)
    output = subprocess.run([explain, "--batch"], input=text, text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in output.splitlines()]


shapes = [get_random_shape() for _ in range(600)]
shapes = [shape for shape, answer in zip(shapes, run_explain([(text, None) for text, _ in shapes]))
          if "error" not in answer]
queries = []
for text, extents in shapes:
    for _ in range(4):
        queries.append((text, ",".join(str(random.randrange(extent)) for extent in extents)))
    elements = run_explain([(text, None)])[0]["elements"] if len(queries) % 40 == 0 else 30
    queries += [(text, f"@{random.randrange(elements)}") for _ in range(4)]
expected = run_explain(queries)
queries, expected = zip(*[(query, answer) for query, answer in zip(queries, expected)
                          if "error" not in answer])

page = subprocess.run([explain, "--html=-", "f32[3,5]{1,0:T(2,2)}"], text=True, check=True,
                      stdout=subprocess.PIPE).stdout
code = re.search(r'<script id="mathematics">\n(.*?)</script>', page, re.S).group(1)
with open(f"{folder}/mathematics.js", "w") as file:
    file.write(code)
program = """
const layouts = require("./mathematics.js");
const answers = JSON.parse(require("fs").readFileSync(0)).map(([text, query]) => {
  const shape = layouts.parse(text);
  const answer = { physical_shape: layouts.getPhysicalShape(shape), elements: layouts.getElements(shape),
                   bytes: layouts.getBytes(shape) };
  if (query.startsWith("@")) {
    answer.position = Number(query.slice(1));
    answer.index = layouts.getIndex(shape, answer.position);
  } else {
    answer.index = query === "" ? [] : query.split(",").map(Number);
    answer.position = layouts.getPosition(shape, answer.index);
  }
  return answer;
});
console.log(JSON.stringify(answers));
"""
with open(f"{folder}/answer.js", "w") as file:
    file.write(program)
answers = json.loads(subprocess.run([node, "answer.js"], cwd=folder, input=json.dumps(queries),
                                    text=True, check=True, stdout=subprocess.PIPE).stdout)
failures = 0
for query, found, wanted in zip(queries, answers, expected):
    for key, value in found.items():
        if value != wanted[key]:
            failures += 1
            print(f"{query}: {key} is {value}, but the explainer says {wanted[key]}",
                  file=sys.stderr)
print(f"{len(queries)} queries, {failures} differences")
sys.exit(failures != 0 or len(queries) < 1000)
