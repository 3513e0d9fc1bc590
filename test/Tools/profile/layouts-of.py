"""Prints the relayouts of a profile in JSON, without names and sources."""

import json
import sys

for move in sorted(json.load(sys.stdin)["moves"], key=lambda m: m["opcode"]):
    print(move["opcode"], move["from"], move["to"], move["class"])
