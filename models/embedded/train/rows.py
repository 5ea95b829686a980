"""From conversations to rows of tokens. Knows nothing of PyTorch.

An example is (tokens, learnt): two lists of one length, where learnt[i] says
whether token i is one that the model shall learn to write.
"""

import json

SYSTEM = "<|im_start|>system\nTool: run_command<|im_end|>\n"
SYSTEM_WITHOUT_TOOL = "<|im_start|>system\nTool:<|im_end|>\n"
CALL = '<tool_call>\n{"name": "run_command", "arguments": '
CALL_HEAD = CALL + '{"executable": "'

# A row holds several examples; longer ones are left out. By round.
ROW_TOKENS = 384
LONG_ROW_TOKENS = 768

# How many rows are kept open to find room for the next example.
OPEN_ROWS = 12

# In how many examples the head of a call, always the same, is learnt whole.
WHOLE_HEADS = 0.15


def call_text(argv):
    """Returns a call as the model is to write it."""
    arguments = json.dumps(
        {"executable": argv[0], "arguments": argv[1:]}, ensure_ascii=False
    )
    return CALL + arguments + "}\n</tool_call>"


def pieces(message):
    """Returns the text before what the model writes, and that, or None.

    Must give the text that chat.jinja gives.
    """
    role = message["role"]
    if role == "user":
        return f"<|im_start|>user\n{message['content']}<|im_end|>\n", None
    if role == "tool":
        result = message["content"]
        return (
            (
                f"<|im_start|>user\n<tool_response>\n{result}\n</tool_response>"
                "<|im_end|>\n"
            ),
            None,
        )
    if role == "assistant":
        text = message["content"]
    else:
        text = call_text(message["argv"])
    return "<|im_start|>assistant\n", text + "<|im_end|>"


def example_of(messages, encode):
    """Returns the example of a conversation. encode: text -> token numbers."""
    without_tool = messages[0]["role"] == "no tool"
    tokens = list(encode(SYSTEM_WITHOUT_TOOL if without_tool else SYSTEM))
    learnt = [0] * len(tokens)
    for message in messages[1:] if without_tool else messages:
        given, written = pieces(message)
        parts = [(given, 0)]
        if written is not None:
            parts += [(written, 1), ("\n", 0)]
        for text, mark in parts:
            new = encode(text)
            tokens += new
            learnt += [mark] * len(new)
    return tokens, learnt


def thinned(example, encode, random):
    """Returns the example, mostly without the heads of its calls.

    A head's first token stays: it decides between a call and an answer. This
    saves time in the last layer, the largest.
    """
    tokens, learnt = example
    if random.random() < WHOLE_HEADS:
        return example
    start = encode(CALL)[:4]
    head = len(encode(CALL_HEAD))
    learnt = learnt[:]
    i = 0
    while i < len(learnt):
        begins = learnt[i] == 1 and (i == 0 or learnt[i - 1] == 0)
        if begins and tokens[i : i + 4] == start:
            learnt[i + 1 : i + head] = [0] * (head - 1)
            i += head
        i += 1
    return tokens, learnt


def length_of(row):
    return sum(len(tokens) for tokens, _ in row)


def packed(examples, random, row_tokens=ROW_TOKENS):
    """Yields rows: lists of examples that fit into row_tokens together."""
    examples = examples[:]
    random.shuffle(examples)
    open_rows = []
    for example in examples:
        room = row_tokens - len(example[0])
        fitting = [row for row in open_rows if length_of(row) <= room]
        if fitting:
            max(fitting, key=length_of).append(example)
        else:
            open_rows.append([example])
        if len(open_rows) > OPEN_ROWS:
            open_rows.sort(key=length_of)
            yield open_rows.pop()
    yield from open_rows
