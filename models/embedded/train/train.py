"""Trains the adapter on a CPU: bf16 arithmetic, fp32 adapter.

usage: train.py --base MODEL.gguf --steps N [--rank R] [--rate X]
                [--start FROM.pt|FROM.gguf] [--row-tokens 384|768]
                DATA.jsonl OUT.pt

The schedule is counted in steps. The same arguments on the same machine type
give nearly, but not bit for bit, the same weights.
"""

import argparse
import json
import math
import random
import time

import torch
from torch.nn import functional

from llama import END_TOKEN, Block, Model, load_gguf, load_tokenizer
from export import load_adapter
from rows import LONG_ROW_TOKENS, ROW_TOKENS, example_of, packed, thinned

# Rows in a step, by their length: about as many tokens.
ROWS_PER_STEP = {ROW_TOKENS: 5, LONG_ROW_TOKENS: 3}
HELD_OUT_EXAMPLES = 90
WARM_UP_STEPS = 25
LEAST_RATE = 0.03  # Of the full rate.
IGNORED = -100  # What cross_entropy leaves out.


def rate_factor(step, steps):
    """Returns what the rate is multiplied by: a short rise, a cosine down."""
    rise = min(1, (step + 1) / WARM_UP_STEPS)
    fall = 0.5 * (1 + math.cos(math.pi * step / steps))
    return rise * (fall * (1 - LEAST_RATE) + LEAST_RATE)


def read_examples(path, encode, row_tokens):
    """Returns the examples of a data file that fit into a row."""
    with open(path, encoding="utf-8") as file:
        examples = [
            example_of(json.loads(line)["messages"], encode) for line in file
        ]
    fitting = [e for e in examples if len(e[0]) <= row_tokens]
    print(f"{len(fitting)} examples, {len(examples) - len(fitting)} too long")
    return fitting


def batch_of(rows, row_tokens):
    """Returns tokens, marks, positions and attention mask of packed rows."""
    rows_per_step = ROWS_PER_STEP[row_tokens]
    shape = (rows_per_step, row_tokens)
    tokens = torch.full(shape, END_TOKEN)
    learnt = torch.zeros(shape, dtype=torch.bool)
    positions = torch.zeros(shape, dtype=torch.long)
    segments = torch.zeros(shape, dtype=torch.long)
    for i, row in enumerate(rows):
        begin = 0
        for number, (example_tokens, example_learnt) in enumerate(row, 1):
            end = begin + len(example_tokens)
            tokens[i, begin:end] = torch.tensor(example_tokens)
            learnt[i, begin:end] = torch.tensor(
                example_learnt, dtype=torch.bool
            )
            positions[i, begin:end] = torch.arange(end - begin)
            segments[i, begin:end] = number
            begin = end
    same = segments[:, :, None] == segments[:, None, :]
    causal = torch.ones(row_tokens, row_tokens, dtype=torch.bool).tril()
    mask = torch.zeros(
        rows_per_step, 1, row_tokens, row_tokens, dtype=torch.bfloat16
    ).masked_fill_(~(same & causal)[:, None], -1e4)
    return tokens, learnt, positions, mask


def loss_of(model, rows, row_tokens):
    """Returns the mean loss of the learnt tokens, and how many there are."""
    tokens, learnt, positions, mask = batch_of(rows, row_tokens)
    hidden = model.hidden(tokens, positions, mask)
    index = learnt[:, 1:].nonzero()
    count = len(index)
    padding = (-count) % 128  # Few shapes, so that kernels are reused.
    if padding:
        index = torch.cat([index, index[:1].expand(padding, 2)])
    wanted = tokens[index[:, 0], index[:, 1] + 1].clone()
    wanted[count:] = IGNORED
    logits = model.logits(hidden[index[:, 0], index[:, 1]]).float()
    loss = functional.cross_entropy(logits, wanted, ignore_index=IGNORED)
    return loss, count


def batches(examples, chance, row_tokens):
    """Yields rows for one step after the other, without end."""
    while True:
        rows = []
        for row in packed(examples, chance, row_tokens):
            rows.append(row)
            if len(rows) == ROWS_PER_STEP[row_tokens]:
                yield rows
                rows = []


def run_steps(model, examples, options, chance):
    """Trains, saving the adapter now and then."""
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(
        trained, lr=options.rate, betas=(0.9, 0.98), weight_decay=0.0
    )
    started, smooth = time.monotonic(), None
    source = batches(examples, chance, options.row_tokens)
    for step in range(options.steps):
        for group in optimizer.param_groups:
            group["lr"] = options.rate * rate_factor(step, options.steps)
        loss, _ = loss_of(model, next(source), options.row_tokens)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        now = loss.item()
        smooth = now if smooth is None else 0.95 * smooth + 0.05 * now
        if (step + 1) % 20 == 0:
            seconds = (time.monotonic() - started) / (step + 1)
            print(
                f"step {step + 1}/{options.steps} loss {smooth:.4f}"
                f" {seconds:.2f} s/step",
                flush=True,
            )
        if (step + 1) % 100 == 0:
            torch.save(model.adapter(), options.out + ".part")
    torch.save(model.adapter(), options.out)


@torch.no_grad()
def held_out_loss(model, examples, chance, row_tokens):
    rows = list(packed(examples, chance, row_tokens))
    step = ROWS_PER_STEP[row_tokens]
    total = count = 0
    for i in range(0, len(rows) - step + 1, step):
        loss, tokens = loss_of(model, rows[i : i + step], row_tokens)
        total += loss.item() * tokens
        count += tokens
    return total / count if count else float("nan")


def parse_arguments():
    parser = argparse.ArgumentParser(description="Trains the adapter.")
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--base", required=True, help="GGUF of the base model")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--start", help="adapter (.pt, .gguf) to go on from")
    parser.add_argument("--row-tokens", type=int, default=ROW_TOKENS,
                        choices=ROWS_PER_STEP)
    return parser.parse_args()


def main():
    options = parse_arguments()
    torch.manual_seed(1)
    chance = random.Random(1)
    reader, weights = load_gguf(options.base)
    tokenizer = load_tokenizer(reader)

    def encode(text):
        return tokenizer.encode(text).ids

    examples = read_examples(options.data, encode, options.row_tokens)
    chance.shuffle(examples)
    held_out = examples[:HELD_OUT_EXAMPLES]
    examples = [
        thinned(e, encode, chance) for e in examples[HELD_OUT_EXAMPLES:]
    ]
    model = Model(weights, options.rank, 2 * options.rank, torch.bfloat16)
    if options.start:
        loaded = load_adapter(options.start)
        unknown = model.load_state_dict(loaded, strict=False).unexpected_keys
        if unknown:
            raise SystemExit(f"{options.start} does not fit: {unknown[0]}")
    Block.forward = torch.compile(Block.forward)
    run_steps(model, examples, options, chance)
    loss = held_out_loss(model, held_out, chance, options.row_tokens)
    print(f"held-out loss {loss:.4f}")


if __name__ == "__main__":
    main()
