"""--model-info, and which of a server's models is used."""

import http.server
import json
import threading
import unittest

from harness import CTRL_C, PIPE, SystemTest, say


class Server:
    """A chat server of two models on a port of this machine. With `silent` it
    takes requests and never answers."""

    MODELS = {"data": [{"id": "one", "meta": {"n_ctx_train": 8192}},
                       {"id": "two", "meta": {"n_ctx": 2048}}]}

    def __init__(self, pages=None, silent=False):
        self.asked = []    # paths of GET
        self.models = []   # "model" of each POST
        self.arrived = threading.Event()
        self.over = threading.Event()
        outer = self
        pages = {"/v1/models": self.MODELS} if pages is None else pages

        class Handler(http.server.BaseHTTPRequestHandler):

            def reply(self, status, body, kind="application/json"):
                outer.arrived.set()
                if silent:
                    outer.over.wait()
                    return
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                outer.asked.append(self.path)
                if self.path in pages:
                    self.reply(200, json.dumps(pages[self.path]).encode())
                else:
                    self.reply(404, b"{}")

            def do_POST(self):
                length = int(self.headers["Content-Length"])
                request = json.loads(self.rfile.read(length))
                outer.models.append(request.get("model"))
                delta = {"choices": [{"delta": {"content": "hi"}}]}
                self.reply(200, f"data: {json.dumps(delta)}\n\n"
                                "data: [DONE]\n\n".encode(),
                           "text/event-stream")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.over.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class WithServer(SystemTest):

    def serve(self, **options):
        server = Server(**options)
        self.addCleanup(server.close)
        return server


class ModelInfo(WithServer):

    def test_a_script_says_what_it_likes(self):
        model = self.script({"model": {"variant": "tiny", "languages":
                                       ["fr", "de"], "context_tokens": 99}})
        for flag in ("-m", "--model-info"):
            self.assert_answer(self.run_aii(flag, model=model),
                               "Context window: 99 tokens\n"
                               "Model variant: tiny\n"
                               "Supported languages (2): de, fr\n")

    def test_what_is_unknown_has_defaults(self):
        self.assert_answer(self.run_aii("-m", model=self.script(say("x"))),
                           "Context window: 4096 tokens\n"
                           "Model variant: script\n"
                           "Supported languages: unknown\n")

    def test_a_window_of_nothing_counts_as_4096(self):
        model = self.script({"model": {"context_tokens": 0}})
        self.assertIn("window: 4096 ", self.run_aii("-m", model=model).stdout)

    def test_the_model_may_come_from_the_environment(self):
        model = self.script({"model": {"variant": "mine"}})
        self.assertIn("variant: mine\n",
                      self.run_aii("-m", env={"AII_MODEL": model}).stdout)

    # spec B14
    def test_standard_input_is_left_alone(self):
        program = self.start("-m", stdin=PIPE, model=self.script(say("x")))
        self.assertEqual(program.wait().status, 0)  # the pipe is still open

    def test_it_is_combined_with_no_question(self):
        message = ("aii: --model-info cannot be combined with a prompt, -i, -x, "
                   "-f, --list-allowed or --reset-allowed\n")
        self.write("file", "text")
        for other in (["prompt"], [""], ["-x"], ["-f", "file"],
                      ["--list-allowed"], ["--reset-allowed"]):
            for arguments in (["-m", *other], [*other, "-m"]):
                with self.subTest(arguments):
                    ended = self.run_aii(*arguments, model=self.script(say("x")))
                    self.assertEqual(
                        (ended.status, ended.stdout, ended.stderr),
                        (2, "", message))

    def test_no_model_is_its_usual_error(self):
        ended = self.run_aii("-mj")
        error = json.loads(ended.stderr)
        self.assertEqual((ended.status, error["error"]),
                         (3, "unavailable_not_supported"))

    def test_a_server_that_is_not_there_is_its_usual_error(self):
        ended = self.run_aii("-m", model=f"unix:{self.base}/none.sock")
        self.assertEqual(ended.status, 3)
        self.assertIn("No model server answers at", ended.stderr)

    def test_a_server_is_asked(self):
        server = self.serve()
        self.assert_answer(self.run_aii("-m", model=server.url + "#two"),
                           "Context window: 2048 tokens\n"
                           "Model variant: two\n"
                           "Supported languages: unknown\n")
        self.assertEqual(server.models, [])

    def test_a_server_that_cannot_say_has_defaults(self):
        server = self.serve(pages={})
        self.assert_answer(self.run_aii("-m", model=server.url),
                           "Context window: 4096 tokens\n"
                           "Model variant: unknown\n"
                           "Supported languages: unknown\n")

    def test_props_say_more_than_the_training(self):
        server = self.serve(pages={
            "/v1/models": Server.MODELS,
            "/props": {"default_generation_settings": {"n_ctx": 512}}})
        ended = self.run_aii("-m", model=server.url)
        self.assertIn("window: 512 tokens\nModel variant: one\n", ended.stdout)

    def test_names_cannot_add_lines_or_redraw_the_terminal(self):
        server = self.serve(pages={"/v1/models": {"data": [
            {"id": "a\nContext window: 1\x1b[2J"}]}})
        ended = self.run_aii("-m", model=server.url)
        self.assertEqual(ended.stdout.count("\n"), 3)
        self.assertNotIn("\x1b", ended.stdout)

    def test_ctrl_c_ends_the_wait_for_a_silent_server(self):
        server = self.serve(silent=True)
        program = self.start("-m", model=server.url)
        self.assertTrue(server.arrived.wait(10))
        program.type(CTRL_C)
        ended = program.wait()
        self.assertEqual((ended.status, ended.stdout), (130, ""))


class WhichModel(WithServer):

    # spec B3
    def test_it_is_the_one_that_is_named(self):
        server = self.serve()
        self.assert_answer(self.run_aii("hi", model=server.url + "#two"),
                           "hi\n")
        self.assertEqual((server.models, server.asked), (["two"], []))

    def test_without_a_name_it_is_the_servers_first(self):
        server = self.serve()
        self.assert_answer(self.run_aii("hi", model=server.url), "hi\n")
        self.assertEqual(server.models, ["one"])

    def test_a_loaded_one_goes_before_the_first(self):
        server = self.serve(pages={"/v1/models": {"data": [
            {"id": "a", "status": {"value": "unloaded"}},
            {"id": "b", "status": {"value": "loaded"}}]}})
        self.assert_answer(self.run_aii("hi", model=server.url), "hi\n")
        self.assertEqual(server.models, ["b"])

    # spec B7
    def test_one_that_runs_elsewhere_is_never_chosen(self):
        server = self.serve(pages={"/v1/models": {"data": [
            {"id": "big:cloud"}, {"id": "small"}]}})
        self.assert_answer(self.run_aii("hi", model=server.url), "hi\n")
        self.assertEqual(server.models, ["small"])
        ended = self.run_aii("hi", model=server.url + "#big:cloud")
        self.assertEqual(ended.status, 2)
        self.assertEqual(server.models, ["small"])

    def test_a_server_without_a_list_is_asked_without_a_name(self):
        server = self.serve(pages={})
        self.assert_answer(self.run_aii("hi", model=server.url), "hi\n")
        self.assertEqual(server.models, [None])


if __name__ == "__main__":
    unittest.main()
