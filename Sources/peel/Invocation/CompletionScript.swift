import ArgumentParser

/// A script that completes command lines in a shell: the parser's, and what it leaves out. Without a command, `peel` opens
/// photos, so their names and the options of `peel open` are offered too, and where a shell knows nothing better, files.
struct CompletionScript {
  private let shell: CompletionShell

  init(_ shell: CompletionShell) { self.shell = shell }

  private static let option = "--generate-completion-script"

  /// The shell that these words ask a script for: the one that is named or, if none is, the person's own.
  static func shell(for words: [String]) -> CompletionShell? {
    guard let first = words.first, first.hasPrefix(option) else { return nil }
    if first == option { return words.count == 1 ? .autodetected() : CompletionShell(rawValue: words[1]) }
    return CompletionShell(rawValue: String(first.dropFirst(option.count + 1)))
  }

  var text: String {
    let addition =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      default: ""
      }
    return Peel.completionScript(for: shell).replacing(Self.zshEnd, with: "") + "\n" + addition
  }

  private var commands: String { (Peel.commandNames + ["help"]).joined(separator: " ") }

  private var bash: String {
    """

    # Values may be typed in capitals.
    _peel_in_any_case() {
        local lower
        _peel "${@}"
        if [[ "${#COMPREPLY[@]}" -eq 0 && "${3}" = --* && "${2}" = *[[:upper:]]* ]]; then
            lower="$(printf '%s' "${2}" | tr '[:upper:]' '[:lower:]')"
            COMP_WORDS[COMP_CWORD]="${lower}"
            _peel "${1}" "${lower}" "${3}"
        fi
    }

    # The commands, and everything that `peel open` takes.
    _peel_or_photos() {
        local word
        local -i index
        # Bash takes `--film=p` for three words.
        for ((index = 1; index < ${#COMP_WORDS[@]}; index++)); do
            if [[ "${COMP_WORDS[index]}" = "=" && "${COMP_WORDS[index - 1]}" = --* ]]; then
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then
                    COMP_WORDS[index]=""
                else
                    COMP_WORDS=("${COMP_WORDS[@]:0:index}" "${COMP_WORDS[@]:index + 1}")
                    COMP_CWORD="$((COMP_CWORD - (index < COMP_CWORD)))"
                fi
            fi
        done
        set -- "${1}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        if [[ "${3}" = \(Self.option) ]]; then
            COMPREPLY=($(compgen -W 'bash zsh fish' -- "${2}"))
            return
        fi
        if [[ "${COMP_CWORD}" -eq 1 || "${COMP_CWORD}" -eq 2 && "${COMP_WORDS[1]}" = help ]]; then
            COMPREPLY=($(compgen -W '\(commands) \(Self.option)' -- "${2}"))
            [[ -n "${2}" ]] || COMPREPLY=(\(commands))
            [[ "${COMP_CWORD}" -eq 1 ]] || return
        fi
        for word in \(commands); do
            if [[ "${COMP_CWORD}" -gt 1 && "${COMP_WORDS[1]}" = "${word}" ]]; then
                _peel_in_any_case "${@}"
                return
            fi
        done
        local -a completions=("${COMPREPLY[@]}")
        COMPREPLY=()
        COMP_WORDS=("${COMP_WORDS[0]}" open "${COMP_WORDS[@]:1}")
        COMP_CWORD="$((COMP_CWORD + 1))"
        _peel_in_any_case "${@}"
        COMPREPLY=("${completions[@]}" "${COMPREPLY[@]}")
    }

    complete -o bashdefault -o default -o filenames -F _peel_or_photos peel

    """
  }

  private var zsh: String {
    """

    # The commands, and everything that `peel open` takes.
    functions[__peel_in_given_case]="${functions[_peel]}"

    # Values may be typed in capitals.
    __peel_commands() {
        __peel_in_given_case "${@}" && return
        [[ "${words[CURRENT - 1]}" = --* && "${PREFIX}" = *[[:upper:]]* ]] || return 1
        PREFIX="${(L)PREFIX}"
        __peel_in_given_case "${@}"
    }

    _peel() {
        local -i none=1
        local -ar commands=(\(commands))
        if (( CURRENT == 3 )) && [[ "${words[2]}" = help ]]; then
            compadd "${commands[@]}"
            return
        fi
        if (( CURRENT > 2 && ${commands[(Ie)${words[2]}]} )); then
            __peel_commands "${@}"
            return
        fi
        if [[ "${words[CURRENT - 1]}" = \(Self.option) ]]; then
            compadd bash zsh fish
            return
        fi
        if (( CURRENT == 2 )); then
            __peel_commands "${@}" && none=0
        fi
        words=("${words[1]}" open "${(@)words[2,-1]}")
        (( CURRENT++ ))
        __peel_commands "${@}" && none=0
        return "${none}"
    }

    \(Self.zshEnd)

    """
  }

  /// How the parser's script for zsh ends: the function is called if zsh loads the script for the first completion, and
  /// made known if a person does. That must follow the addition.
  private static let zshEnd = """
    if [[ "${funcstack[1]}" = _peel ]]; then
        _peel "${@}"
    else
        compdef _peel peel
    fi
    """

  private var fish: String {
    """

    # Without a command: everything that `peel open` takes.
    function __peel_names_no_command
        set -l words (commandline -opc)
        not contains -- "$words[2]" \(commands)
    end

    function __peel_open
        complete -C (string replace -r '^\\s*\\S+' 'peel open' -- (commandline -pc))
    end

    complete -c peel -n __peel_names_no_command -fa '(__peel_open)'
    complete -c peel -n '__fish_seen_subcommand_from help' -fa '\(commands)'
    complete -c peel -n __peel_names_no_command -l generate-completion-script -d 'Print a completion script.' -xa 'bash zsh fish'

    """
  }
}
