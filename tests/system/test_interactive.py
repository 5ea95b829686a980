"""Conversations: aii -i, on a terminal and in a pipe."""

import json
import os
import signal
import termios
import unittest

from harness import (BACKGROUND, CTRL_C, CTRL_D, CTRL_Z, PIPE, TTY, SystemTest,
                     call, call_and_tell, poll_until, say)

HEADER = ("aii — Apple Intelligence Interface\n"
          "Type /new to reset, /quit to exit.\n")
ECHO = {"say_message": True}
END = {"end": True}


def turns(*all_steps):
    """Steps, a turn each."""
    for steps in all_steps:
        yield [steps, END]


def no_echo(attributes):
    attributes[3] &= ~termios.ECHO


def echo(attributes):
    attributes[3] |= termios.ECHO


class OnATerminal(SystemTest):

    def talk(self, *steps, arguments=("-i",), **options):
        """Starts a conversation and waits for its first prompt."""
        options = {"stdout": TTY, "stderr": TTY, **options}
        program = self.start(*arguments, model=self.script(*turns(*steps)),
                             **options)
        program.expect("> ")
        return program

    def tell(self, program, message, *answers):
        """Types a message and waits for what comes of it and a new prompt."""
        program.type(message + "\r")
        for answer in answers:
            program.expect(answer)
        program.expect("> ")

    def quit(self, program):
        program.type("/quit\r")
        ended = program.wait()
        self.assertEqual(ended.status, 0, ended)
        self.assertTrue(ended.modes_kept)
        return ended

    # spec C2
    def test_it_starts_with_the_header_and_a_prompt(self):
        ended = self.quit(self.talk())
        self.assertIn(HEADER + "> ", ended.screen)

    # spec C4
    def test_each_message_is_a_turn_of_one_conversation(self):
        program = self.talk([say("you said: "), ECHO], [say("then: "), ECHO])
        self.tell(program, "hello", "you said: hello\n\n")
        self.tell(program, "and this", "then: and this\n\n")
        self.quit(program)

    # spec C7
    def test_quit_exit_and_ctrl_d_end_it(self):
        for keys in ("/quit\r", "/exit\r", CTRL_D):
            program = self.talk()
            program.type(keys)
            ended = program.wait()
            self.assertEqual(ended.status, 0)
            self.assertTrue(ended.modes_kept)

    # spec C5
    def test_new_clears_the_screen_and_starts_afresh(self):
        program = self.talk(say("first"), say("second"))
        self.tell(program, "x", "first\n")
        self.tell(program, "/new", "\x1b[H\x1b[2J" + HEADER)
        self.tell(program, "x", "first\n")
        self.quit(program)

    # spec C5
    def test_the_screen_of_a_dumb_terminal_is_not_cleared(self):
        program = self.talk(env={"TERM": "dumb"})
        self.tell(program, "/new", HEADER)
        self.assertNotIn("\x1b[2J", self.quit(program).screen)

    # spec C6
    def test_help_and_unknown_commands_are_answered(self):
        program = self.talk(ECHO)
        self.tell(program, "/help", "/new ", "/quit")
        self.tell(program, "/nwe", "aii: unknown command '/nwe'")
        self.tell(program, "/etc/hosts", "/etc/hosts\n\n")
        self.quit(program)

    # spec C6
    def test_json_errors_leave_the_answers_to_commands_on_the_terminal(self):
        program = self.talk(arguments=("-ij",), stderr=PIPE)
        self.tell(program, "/nwe", "aii: unknown command '/nwe'")
        self.assertEqual(self.quit(program).stderr, "")

    # spec C3
    def test_a_line_that_ends_in_a_backslash_goes_on(self):
        program = self.talk([say("["), ECHO, say("]")])
        program.type("one\\\r")
        program.expect("> ")
        self.tell(program, "two", "[one\ntwo]\n")
        self.quit(program)

    # spec C3
    def test_the_arrow_keys_recall_earlier_messages(self):
        program = self.talk([say("1 "), ECHO], [say("2 "), ECHO])
        self.tell(program, "hello there", "1 hello there\n")
        self.tell(program, "\x1b[A", "2 hello there\n")
        self.quit(program)

    # spec C3
    def test_a_recalled_message_keeps_its_lines(self):
        program = self.talk([say("1["), ECHO, say("]")],
                            [say("2["), ECHO, say("]")])
        program.type("one\\\r")
        program.expect("> ")
        self.tell(program, "two", "1[one\ntwo]\n")
        self.tell(program, "\x1b[A", "2[one\ntwo]\n")
        self.quit(program)

    # spec C12
    def test_nothing_is_kept_for_the_next_one(self):
        program = self.talk(ECHO)
        self.tell(program, "a secret", "a secret\n\n")
        self.quit(program)
        self.assertEqual(os.listdir(self.home), [])
        self.assertEqual(os.listdir(self.cwd), [])
        program = self.talk(ECHO)
        program.type("\x1b[A")
        self.tell(program, "hello", "hello\n\n")
        self.assertNotIn("a secret", self.quit(program).screen)

    def test_letters_of_any_script_can_be_typed_and_erased(self):
        program = self.talk([say("["), ECHO, say("]")])
        self.tell(program, "h\u00e9\u65e5\u672c\x7f", "[h\u00e9\u65e5]\n")
        self.quit(program)

    # spec C9
    def test_ctrl_c_stops_a_turn_and_keeps_the_conversation(self):
        program = self.talk([say("working\n"), {"delay_ms": 60000}],
                            [say("again: "), ECHO])
        program.type("x\r")
        program.expect("working")
        program.type(CTRL_C)
        program.expect("^C\n\n> ")
        self.tell(program, "hello", "again: hello\n\n")
        self.quit(program)

    # spec C9
    def test_ctrl_c_at_the_prompt_gives_the_line_up(self):
        program = self.talk([say("["), ECHO, say("]")])
        program.type("half a li")
        program.expect("half a li")
        program.type(CTRL_C)
        program.expect("> ")
        self.tell(program, "whole", "[whole]\n")
        self.quit(program)

    # spec C9
    def test_ctrl_c_ends_a_command_and_keeps_the_conversation(self):
        program = self.talk([call("sleep", "60"), say("over")], ECHO,
                            arguments=("-xi",))
        program.type("x\r")
        program.answer("sleep 60", "y")
        program.wait_running("sleep")
        program.type(CTRL_C)
        program.expect("> ")
        self.tell(program, "hello", "hello\n\n")
        self.quit(program)

    def test_a_question_inside_a_conversation_is_answered_by_a_line(self):
        program = self.talk(call_and_tell("touch", "x"),
                            call_and_tell("touch", "y"), arguments=("-xi",))
        program.type("go\r")
        program.answer("touch x", "y")
        program.expect("exit 0")
        program.expect("> ")
        self.assertFalse(program.modes()[3] & termios.ICANON)
        program.type("go\r")
        program.answer("touch y", "n")
        program.expect("Denied")
        program.expect("> ")
        self.quit(program)
        self.assertEqual(os.listdir(self.cwd), ["x"])

    # spec C9
    def test_a_command_that_crashes_leaves_the_terminal_as_it_was(self):
        crash = ("sh", "-c", "kill -SEGV $$")
        program = self.talk(call_and_tell(*crash), ECHO, arguments=("-xi",))
        program.type("go\r")
        program.answer("sh -c 'kill -SEGV $$'", "y")
        program.expect("exit 139")
        program.expect("> ")
        self.tell(program, "hello", "hello\n\n")
        self.quit(program)

    # spec C5, P8
    def test_always_lasts_and_survives_new(self):
        script = [call("git", "--version"), say("ok")]
        program = self.talk(script, script, arguments=("-xi",))
        program.type("go\r")
        program.answer("git --version", "a")
        program.expect("ok\n")
        program.expect("> ")
        self.tell(program, "go", "ok\n")
        self.tell(program, "/new", HEADER)
        self.tell(program, "go", "ok\n")
        self.assertEqual(self.quit(program).questions, 1)

    # spec C8
    def test_a_failure_is_told_and_the_conversation_goes_on(self):
        program = self.talk(
            {"fail": {"code": "context_exceeded", "lines": ["full"]}}, ECHO)
        self.tell(program, "x", "aii: full\n"
                  "aii: use /new to start a fresh conversation\n")
        self.tell(program, "hello", "hello\n\n")
        self.quit(program)

    def test_sigterm_and_a_hang_up_leave_the_modes_as_they_were(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            program = self.talk()
            program.type("half")
            program.expect("half")
            program.signal(number)
            ended = program.wait()
            self.assertEqual(ended.signal, number)
            self.assertTrue(ended.modes_kept)

    # spec C10
    def test_ctrl_backslash_and_a_closed_window_end_it(self):
        program = self.talk()
        program.type("half\x1c")
        ended = program.wait()
        self.assertEqual(ended.signal, signal.SIGQUIT)
        self.assertTrue(ended.modes_kept)
        program = self.talk()
        program.hang_up()
        # By the signal, or by what it reads where that is faster.
        self.assertIn(program.wait().status, (128 + signal.SIGHUP, 0))

    def test_ctrl_s_at_the_prompt_stops_nothing(self):
        program = self.talk()
        program.type("\x13half")
        program.expect("half")
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait().signal, signal.SIGTERM)

    # spec C10
    def test_what_is_stopped_leaves_the_modes_alone_and_can_be_ended(self):
        at_the_prompt = self.talk()
        at_the_prompt.type("half")
        at_the_prompt.expect("half")
        in_a_turn = self.talk([say("working\n"), {"delay_ms": 60000}])
        in_a_turn.type("x\r")
        in_a_turn.expect("working")
        for program in (at_the_prompt, in_a_turn):
            program.type(CTRL_Z)
            program.expect_stop()
            self.assertEqual(program.modes(), program.modes_before)
            modes_of_the_shell = program.set_modes(no_echo)
            # As `kill %1` does it.
            program.signal(signal.SIGTERM)
            program.signal(signal.SIGCONT)
            poll_until(lambda: not program.lives(), "the end")
            self.assertEqual(program.modes(), modes_of_the_shell)
            program.resume()
            program.set_modes(echo)
            self.assertEqual(program.wait().signal, signal.SIGTERM)

    def test_a_background_job_stops_before_it_touches_the_terminal(self):
        program = self.start("-i", model=self.script(*turns([ECHO])),
                             place=BACKGROUND, stdout=TTY)
        program.expect_stop()
        self.assertEqual(program.modes(), program.modes_before)
        program.resume()
        program.expect(HEADER + "> ")
        self.tell(program, "hello", "hello\n\n")
        self.quit(program)

    # spec C10
    def test_the_modes_in_a_turn_are_those_that_were_found(self):
        program = self.talk([say("working\n"), {"delay_ms": 60000}],
                            modes=no_echo)
        program.type("x\r")
        program.expect("working")
        self.assertEqual(program.modes(), program.modes_before)
        program.type(CTRL_C)
        program.expect("> ")
        self.quit(program)

    def test_a_stop_at_the_prompt_shows_the_line_again(self):
        program = self.talk([say("["), ECHO, say("]")])
        program.type("half")
        program.expect("half")
        program.type(CTRL_Z)
        program.expect_stop()
        program.resume()
        program.expect("> half")
        self.tell(program, " and whole", "[half and whole]\n")
        self.quit(program)

    def test_the_answer_goes_to_a_file_and_the_prompt_does_not(self):
        program = self.talk(say("hello"), stdout=PIPE)
        program.type("x\r")
        program.expect("hello\n\n", source=program.stdout)
        program.expect("> ")
        ended = self.quit(program)
        self.assertEqual(ended.stdout, "hello\n\n")
        self.assertIn(HEADER, ended.screen)


class InAPipe(SystemTest):

    def piped(self, text, *steps, arguments=("-i",), **options):
        program = self.start(*arguments, stdin=PIPE, **options,
                             model=self.script(*turns(*steps)))
        program.write_stdin(text)
        program.close_stdin()
        return program.wait()

    # spec C11
    def test_each_line_is_a_message_without_header_and_prompt(self):
        ended = self.piped("one\n\ntwo", [say("1 "), ECHO], [say("2 "), ECHO])
        self.assert_answer(ended, "1 one\n\n2 two\n\n")
        self.assertEqual(ended.screen, "")

    def test_commands_work_there_too(self):
        ended = self.piped("a\n/new\nb\n/quit\nc\n", [say("1 "), ECHO])
        self.assert_answer(ended, "1 a\n\n1 b\n\n")

    # spec C8
    def test_errors_are_json_lines_and_the_conversation_goes_on(self):
        fault = {"fail": {"code": "context_exceeded", "lines": ["full"]}}
        ended = self.piped("a\nb\nc\n", fault, [ECHO], fault,
                           arguments=("-i", "--json"))
        self.assertEqual((ended.status, ended.stdout), (0, "b\n\n"))
        self.assertEqual([json.loads(line)["error"]
                          for line in ended.stderr.splitlines()],
                         ["context_exceeded"] * 2)

    # spec C9
    def test_ctrl_c_ends_it_where_there_is_no_line_to_give_up(self):
        program = self.start("-i", stdin=PIPE,
                             model=self.script(*turns([ECHO])))
        program.write_stdin("one\n")
        program.expect("one\n\n", source=program.stdout)
        # One that comes just as the turn ends is that turn's.
        poll_until(lambda: program.type(CTRL_C) or not program.lives(),
                   "the end")
        self.assertEqual(program.wait().status, 130)

    def test_no_message_at_all_is_the_end(self):
        self.assert_answer(self.piped(""), "")

    # spec F6
    def test_a_file_or_no_stdin_does_not_go_with_it(self):
        for other, says in ((["-f", "x"], "--interactive and --file cannot"),
                            (["-n"], "--no-stdin"),
                            (["--list-allowed"], "--list-allowed"),
                            (["-m"], "--model-info")):
            ended = self.run_aii("-i", *other)
            self.assertEqual(ended.status, 2)
            self.assertIn(says, ended.stderr)


if __name__ == "__main__":
    unittest.main()
