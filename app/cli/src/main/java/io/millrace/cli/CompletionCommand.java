package io.millrace.cli;

import io.millrace.cli.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script with which a shell completes what is typed. */
@Command(
        name = "completion",
        description = {
            "Print a script for tab completion in a shell.",
            "For bash: source <(millrace completion bash), or save it as"
                    + " ~/.local/share/bash-completion/completions/millrace.",
            "For zsh: save it as _millrace in a directory of $$fpath."
        })
final class CompletionCommand implements Callable<Integer> {

    /** The shells for which there are scripts. */
    enum Shell {
        bash,
        zsh
    }

    /** Tells zsh which command the file is for, and has it complete at the first tab already. */
    private static final String ZSH_HEAD = "#compdef millrace\n";

    private static final String ZSH_TAIL =
            "\n[ -z \"${compstate[context]:-}\" ] || eval \"${_comps[millrace]}\"\n";

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    @SuppressWarnings("NullAway.Init") // set by the parser
    private Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Override
    public Integer call() {
        String script = AutoComplete.bash("millrace", spec.root().commandLine());
        System.out.print(shell == Shell.zsh ? ZSH_HEAD + script + ZSH_TAIL : script);
        return ExitCode.SUCCESS;
    }
}
