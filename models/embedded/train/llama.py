"""The base model in PyTorch, straight from its GGUF file, with LoRA layers.

GGUF stores the rows of the query and key weights permuted for interleaved
rotary embeddings. They are used that way here, never un-permuted: the trained
adapter is in GGUF's order already.
"""

import math

import numpy as np
import torch
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    pre_tokenizers,
)
from torch import nn
from torch.nn import functional

# SmolLM2-135M.
LAYERS = 30
WIDTH = 576
HEADS = 9
KEY_VALUE_HEADS = 3
HEAD_WIDTH = 64
NORM_EPSILON = 1e-5
ROPE_BASE = 100000.0
LONGEST_CONTEXT = 4096
END_TOKEN = 2

ADAPTED = [
    "attn_q",
    "attn_k",
    "attn_v",
    "attn_output",
    "ffn_gate",
    "ffn_up",
    "ffn_down",
]

SPECIAL_TOKEN_TYPE = 3


def load_gguf(path):
    """Returns the reader of a GGUF file and its weights by name, in fp32."""
    reader = GGUFReader(path)
    weights = {}
    for tensor in reader.tensors:
        array = dequantize(tensor.data, tensor.tensor_type)
        weights[tensor.name] = torch.from_numpy(np.array(array, np.float32))
    return reader, weights


def load_tokenizer(reader):
    """Returns the tokenizer that a GGUF file describes."""

    def field(name):
        return reader.fields["tokenizer.ggml." + name].contents()

    tokens = field("tokens")
    tokenizer = Tokenizer(
        models.BPE(
            vocab={token: number for number, token in enumerate(tokens)},
            merges=[tuple(merge.split(" ")) for merge in field("merges")],
        )
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(
        [
            AddedToken(token, special=True, normalized=False)
            for token, kind in zip(tokens, field("token_type"))
            if kind == SPECIAL_TOKEN_TYPE
        ]
    )
    return tokenizer


class Linear(nn.Module):
    """A frozen linear layer plus a trained product of two thin matrices."""

    def __init__(self, weight, rank, alpha, dtype):
        super().__init__()
        outputs, inputs = weight.shape
        self.register_buffer("w", weight.to(dtype))
        self.rank = rank
        if rank:
            self.a = nn.Parameter(
                torch.randn(rank, inputs) / math.sqrt(inputs)
            )
            self.b = nn.Parameter(torch.zeros(outputs, rank))
            self.scale = alpha / rank

    def forward(self, x):
        y = functional.linear(x, self.w)
        if self.rank:
            thin = functional.linear(x, self.a.to(x.dtype))
            y = y + functional.linear(thin, (self.b * self.scale).to(x.dtype))
        return y


def norm(x, weight):
    return functional.rms_norm(x, (x.shape[-1],), weight, NORM_EPSILON)


def rotate(x, cos, sin):
    """Applies interleaved rotary embeddings to (batch, head, token, width)."""
    x = x.float().unflatten(-1, (HEAD_WIDTH // 2, 2))
    a, b = x[..., 0], x[..., 1]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)


class Block(nn.Module):
    """One layer: attention, then the feed-forward network."""

    def __init__(self, weights, number, rank, alpha, dtype):
        super().__init__()
        prefix = f"blk.{number}."
        for name in ADAPTED:
            weight = weights[f"{prefix}{name}.weight"]
            setattr(self, name, Linear(weight, rank, alpha, dtype))
        for name in ("attn_norm", "ffn_norm"):
            weight = weights[f"{prefix}{name}.weight"]
            self.register_buffer(name, weight.to(dtype))

    def forward(self, x, cos, sin, mask=None):
        x = x + self.attention(norm(x, self.attn_norm), cos, sin, mask)
        h = norm(x, self.ffn_norm)
        gated = functional.silu(self.ffn_gate(h)) * self.ffn_up(h)
        return x + self.ffn_down(gated)

    def attention(self, h, cos, sin, mask):
        batch, length, _ = h.shape

        def heads(x, count):
            return x.view(batch, length, count, HEAD_WIDTH).transpose(1, 2)

        q = rotate(heads(self.attn_q(h), HEADS), cos, sin).to(h.dtype)
        k = heads(self.attn_k(h), KEY_VALUE_HEADS)
        k = rotate(k, cos, sin).to(h.dtype)
        v = heads(self.attn_v(h), KEY_VALUE_HEADS)
        k = k.repeat_interleave(HEADS // KEY_VALUE_HEADS, 1)
        v = v.repeat_interleave(HEADS // KEY_VALUE_HEADS, 1)
        if mask is None:
            out = functional.scaled_dot_product_attention(
                q, k, v, is_causal=True
            )
        else:
            # Packed rows. On a CPU its backward pass is faster this way than
            # through the fused kernel.
            scores = (q * HEAD_WIDTH**-0.5) @ k.transpose(-1, -2) + mask
            out = torch.softmax(scores, -1) @ v
        return self.attn_output(out.transpose(1, 2).reshape(batch, length, -1))


class Model(nn.Module):
    """The whole model. rank 0 means without adapter."""

    def __init__(self, weights, rank=0, alpha=32, dtype=torch.float32):
        super().__init__()
        self.register_buffer(
            "embedding", weights["token_embd.weight"].to(dtype)
        )
        self.register_buffer(
            "last_norm", weights["output_norm.weight"].to(dtype)
        )
        self.blocks = nn.ModuleList(
            Block(weights, number, rank, alpha, dtype)
            for number in range(LAYERS)
        )
        frequency = 1 / (
            ROPE_BASE ** (torch.arange(0, HEAD_WIDTH, 2).float() / HEAD_WIDTH)
        )
        angle = torch.arange(LONGEST_CONTEXT).float()[:, None] * frequency
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())

    def hidden(self, tokens, positions=None, mask=None):
        """Returns the last hidden states of (batch, token) numbers."""
        x = functional.embedding(tokens, self.embedding)
        if positions is None:
            length = tokens.shape[1]
            cos, sin = self.cos[:length], self.sin[:length]
        else:
            cos, sin = (
                self.cos[positions][:, None],
                self.sin[positions][:, None],
            )
        for block in self.blocks:
            x = block(x, cos, sin, mask)
        return norm(x, self.last_norm)

    def logits(self, hidden):
        return functional.linear(hidden, self.embedding)

    def adapter(self):
        """Returns the trained matrices by name."""
        return {
            name: value
            for name, value in self.state_dict().items()
            if name.endswith((".a", ".b"))
        }

    @torch.no_grad()
    def greedy(self, tokens, count):
        """Returns up to `count` most likely next tokens."""
        out = []
        for _ in range(count):
            last = self.hidden(torch.tensor([tokens + out]))[:, -1]
            token = int(self.logits(last).argmax())
            if token == END_TOKEN:
                break
            out.append(token)
        return out
