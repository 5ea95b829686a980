// Compiled with the shim, and never called: each of its functions has the type
// that the header gives its name. @_cdecl alone checks no types.

import AiiFmHeader

// A plain <T> would take Any for two types that differ.
private func same<R: FixedWidthInteger>(_: () -> R, _: () -> R) {}
private func same<A, R: FixedWidthInteger>(_: (A) -> R, _: (A) -> R) {}
private func same<A>(_: (A) -> Void, _: (A) -> Void) {}
private func same<A, B>(_: (A, B) -> Void, _: (A, B) -> Void) {}
private func same<A, B, C, R: FixedWidthInteger>(
  _: (A, B, C) -> R, _: (A, B, C) -> R
) {}
private func same<A, B, C, D>(_: (A, B, C, D) -> Void, _: (A, B, C, D) -> Void) {}
private func same<A, B, C, D, E, R: FixedWidthInteger>(
  _: (A, B, C, D, E) -> R, _: (A, B, C, D, E) -> R
) {}

private func agree() {
  same(AiiFmHeader.aii_fm_version, version)
  same(AiiFmHeader.aii_fm_availability, availability)
  same(AiiFmHeader.aii_fm_context_size, contextSize)
  same(AiiFmHeader.aii_fm_variant, variant)
  same(AiiFmHeader.aii_fm_languages, languages)
  same(AiiFmHeader.aii_fm_count_tokens, countTokens)
  same(AiiFmHeader.aii_fm_session_create, createSession)
  same(AiiFmHeader.aii_fm_session_prewarm, prewarmSession)
  same(AiiFmHeader.aii_fm_session_destroy, destroySession)
  same(AiiFmHeader.aii_fm_stream, stream)
  same(AiiFmHeader.aii_fm_cancel, cancel)
  same(AiiFmHeader.aii_fm_finish, finish)
  same(AiiFmHeader.aii_fm_live, live)
}
