"""Checks llama.py and its tokenizer against a server without adapter.

usage: compare.py MODEL.gguf PORT|SOCKET

The server must serve the same file. Tokens must be equal; the greedy
continuations may part late, because the server computes in other precision.
"""

import sys

from llama import Model, load_gguf, load_tokenizer
from server_api import post

COUNT = 32

PROMPTS = [
    (
        "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n"
        "<|im_start|>assistant\n"
    ),
    "Once upon a time, in 1984, there lived",
    (
        "<|im_start|>user\nList 5 Unix commands and say what they"
        " do.<|im_end|>\n<|im_start|>assistant\n"
    ),
]

TEXTS = [
    *PROMPTS,
    "ls -la /var/log/nginx/access.log.1",
    (
        '{"name": "run_command", "arguments": {"executable": "df",'
        ' "arguments": ["-h"]}}'
    ),
    "  123,456\t7%\n\n  x_y-z\u2019s d\u00e9j\u00e0",
    "exit 0\n/dev/sda1  234G",
]


def main(model_path, server):
    reader, weights = load_gguf(model_path)
    tokenizer = load_tokenizer(reader)
    model = Model(weights).eval()
    wrong = 0
    for text in TEXTS:
        body = {"content": text, "parse_special": True}
        theirs = post(server, "/tokenize", body)["tokens"]
        wrong += theirs != tokenizer.encode(text).ids
    print(f"texts with other tokens: {wrong} of {len(TEXTS)}")
    for prompt in PROMPTS:
        ours = model.greedy(tokenizer.encode(prompt).ids, COUNT)
        body = {
            "prompt": prompt,
            "n_predict": COUNT,
            "temperature": 0,
            "return_tokens": True,
        }
        theirs = post(server, "/completion", body)["tokens"]
        pairs = list(zip(ours, theirs))
        same = next(
            (i for i, (a, b) in enumerate(pairs) if a != b), len(pairs)
        )
        print(f"same first tokens: {same} of {len(pairs)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    sys.exit(main(*sys.argv[1:]))
