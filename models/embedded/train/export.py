"""Writes a trained adapter (.pt) as a GGUF adapter for llama.cpp; reads both.

usage: export.py ADAPTER.pt ADAPTER.gguf
"""

import sys

import gguf
import numpy as np
import torch


def load_adapter(path):
    """Returns the matrices of an adapter, .pt or .gguf, by llama.py's names."""
    if not path.endswith(".gguf"):
        return torch.load(path)
    adapter = {}
    for tensor in gguf.GGUFReader(path).tensors:
        _, block, layer, _, matrix = tensor.name.split(".")  # blk.N.attn_q.…
        array = np.array(tensor.data, dtype=np.float32)
        adapter[f"blocks.{block}.{layer}.{matrix[-1]}"] = torch.from_numpy(array)
    return adapter


def main(source, target):
    adapter = torch.load(source)
    rank = next(v.shape[0] for k, v in adapter.items() if k.endswith(".a"))
    writer = gguf.GGUFWriter(target, "llama")
    writer.add_string("general.type", "adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(2 * rank))
    writer.add_string("general.name", "run_command shell assistant")
    writer.add_string("general.license", "apache-2.0")
    for name, value in sorted(adapter.items()):
        _, block, layer, matrix = name.split(".")  # blocks.N.attn_q.a
        array = value.float().numpy().astype(np.float16)
        writer.add_tensor(
            f"blk.{block}.{layer}.weight.lora_{matrix}",
            np.ascontiguousarray(array),
        )
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    main(*sys.argv[1:])
