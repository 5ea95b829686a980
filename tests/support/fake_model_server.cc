// Stands in for llama-server: `fake_model_server MODE --host SOCKET`.
//
//   ready      /health answers 200 at once
//   loading    503 for the first five times, then 200
//   stubborn   as ready, and ignores SIGTERM
//   silent     takes connections and says nothing
//   mute       ends at once without a word
//   broken     writes a long log, its last line with a blank end, and ends
//   idle       never listens

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#define CPPHTTPLIB_USE_POLL
#include <httplib.h>

namespace {

int Serve(const std::string& mode, const char* socket) {
  httplib::Server server;
  std::atomic<int> asked{0};
  server.Get("/health", [&](const httplib::Request&, httplib::Response& reply) {
    if (mode == "silent") ::pause();
    reply.status = mode == "loading" && ++asked <= 5 ? 503 : 200;
  });
  return server.set_address_family(AF_UNIX).listen(socket, 80) ? 0 : 1;
}

int Break() {
  for (int i = 0; i < 100'000; ++i) std::fputs("loading a tensor\n", stderr);
  std::fputs("cannot open the model\n \n", stderr);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4 || std::strcmp(argv[2], "--host") != 0) return 2;
  const std::string mode = argv[1];
  if (mode == "mute") return 0;
  if (mode == "broken") return Break();
  if (mode == "idle") return ::pause();
  if (mode == "stubborn") std::signal(SIGTERM, SIG_IGN);
  return Serve(mode, argv[3]);
}
