/* The Foundation Models shim: a C ABI, and nothing more.
 *
 * Spec: docs/adr/0009-foundation-models-bridge.md. C11 and C++20 both take it.
 *
 * Strings are a pointer and a length in bytes, UTF-8, both ways; what is no
 * UTF-8 is decoded leniently. A pointer that is given is read before the call
 * returns; one that is received holds until the callback returns.
 *
 * Every function may be called from any thread, and from inside a callback.
 * None waits for the model, and none prints. On a system without the framework
 * aii_fm_availability() says AII_FM_NOT_ELIGIBLE and the rest does nothing.
 *
 * Callbacks come from a thread of the shim, one at a time for a request. They
 * must return soon: never wait in one for a person or for a program.
 */
#ifndef AII_FM_H_
#define AII_FM_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define AII_FM_VERSION 1

/* Version of this ABI in the linked shim; to be AII_FM_VERSION. */
uint32_t aii_fm_version(void);

/* Whether the model can be used. */
enum {
  AII_FM_AVAILABLE = 0,
  AII_FM_NOT_ELIGIBLE = 1, /* this device, or this system, has no model */
  AII_FM_NOT_ENABLED = 2,
  AII_FM_NOT_READY = 3, /* its assets are being downloaded */
  AII_FM_UNKNOWN = 4    /* a reason that this version does not know */
};
int32_t aii_fm_availability(void);

/* Tokens of the context window, as the framework says: 0 or less where it can't
 * say yet. */
int64_t aii_fm_context_size(void);

/* Takes a string. */
typedef void (*aii_fm_text_fn)(void* user, const char* bytes, size_t size);

/* Gives the model's name to `take`, once, before it returns. */
void aii_fm_variant(aii_fm_text_fn take, void* user);

/* Gives the supported languages to `take`, one by one, before it returns. */
void aii_fm_languages(aii_fm_text_fn take, void* user);

/* Counts the tokens of a prompt. `take` is called exactly once, maybe before
 * this returns: with the count, or with -1 where nobody can count. */
typedef void (*aii_fm_count_fn)(void* user, int64_t tokens);
void aii_fm_count_tokens(const char* prompt, size_t size, aii_fm_count_fn take,
                         void* user);

/* The tool of a session: a program and its arguments. The model's arguments are
 * a JSON object with the string `executable` and the array of strings
 * `arguments`; the guides explain the two to the model. */
typedef struct {
  const char* name;
  size_t name_size;
  const char* description;
  size_t description_size;
  const char* executable_guide;
  size_t executable_guide_size;
  const char* arguments_guide;
  size_t arguments_guide_size;
} aii_fm_tool;

/* A conversation. Numbers are never used again; 0 is none. */
typedef uint64_t aii_fm_session;

/* Begins a conversation. instructions_size 0: none. tool NULL: none.
 * Returns 0 where there is no framework, or no such tool can be made. */
aii_fm_session aii_fm_session_create(const char* instructions,
                                     size_t instructions_size,
                                     const aii_fm_tool* tool);

/* Loads the model while something else is done. */
void aii_fm_session_prewarm(aii_fm_session session);

/* Forgets the conversation. A request under way is cancelled, and still ends.
 */
void aii_fm_session_destroy(aii_fm_session session);

/* How a request ended. */
enum {
  AII_FM_DONE = 0,
  AII_FM_CANCELLED = 1,
  AII_FM_CONTEXT_EXCEEDED = 2,
  AII_FM_RATE_LIMITED = 3,
  AII_FM_GUARDRAIL = 4,
  AII_FM_ASSETS_UNAVAILABLE = 5,
  AII_FM_UNSUPPORTED_LANGUAGE = 6,
  AII_FM_INTERNAL = 7
};
typedef struct {
  int32_t code;
  const char* case_name; /* of the framework's error; size 0 without one */
  size_t case_name_size;
  const char* message;
  size_t message_size;
  int64_t context_size; /* 0 where the error does not tell */
  int64_t token_count;  /* 0 where the error does not tell */
} aii_fm_end;

/* What a request tells. `end` comes exactly once, and nothing comes after it;
 * until then `user` must be there. */
typedef struct {
  /* The whole of the answer so far. After a tool call it may start over. */
  aii_fm_text_fn snapshot;
  /* The model wants the tool; aii_fm_finish() gives it the result. More than
   * one call may be open. */
  void (*tool_call)(void* user, uint64_t call, const char* arguments,
                    size_t size);
  void (*end)(void* user, const aii_fm_end* how);
} aii_fm_events;

/* Sends a prompt. Returns 0, and calls nothing, where there is no such session.
 * A request that begins while another of its session is being wound up waits
 * for that, some seconds at most. */
typedef uint64_t aii_fm_request;
aii_fm_request aii_fm_stream(aii_fm_session session, const char* prompt,
                             size_t size, const aii_fm_events* events,
                             void* user);

enum {
  AII_FM_OK = 0,
  AII_FM_REFUSED = 1 /* there is no such request or call, or no longer */
};

/* Ends a request early: its end comes at once, AII_FM_CANCELLED unless another
 * was under way. Open calls need no result any more. */
int32_t aii_fm_cancel(aii_fm_request request);

/* The result of a tool call; once for a call, a second one is refused. */
int32_t aii_fm_finish(uint64_t call, const char* result, size_t size);

/* What is alive, for tests: all three are 0 once all is over. */
enum { AII_FM_SESSIONS = 0, AII_FM_REQUESTS = 1, AII_FM_CALLS = 2 };
int64_t aii_fm_live(int32_t kind);

#ifdef __cplusplus
}
#endif

#endif /* AII_FM_H_ */
