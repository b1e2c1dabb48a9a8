import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { readText } from './env-file.ts'
import { type FileChange, isEffective, writeChanges } from './file-changes.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { latchstringCommand } from './package-manager.ts'
import { type Project, readProject } from './project.ts'

const FILE = 'AGENTS.md'

const OPTIONS = {
  write: {
    short: 'w',
    help: `writes the section into ${FILE} of this folder; the rest of the file stays`,
  },
  skill: { help: 'prints the longer text instead, as a SKILL.md' },
  json: { help: 'writes JSON to the standard output' },
  ...COMMON_OPTIONS,
}

const HELP = `Prints a section for ${FILE}, which coding agents read: how to look things up, to check, and when the work is done.
Without --write it changes nothing.

Usage: latchstring agents [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done, or there was nothing to change
  1  an error
  2  a wrong call

Examples:
  latchstring agents
  latchstring agents --write
  latchstring agents --skill > .claude/skills/latchstring/SKILL.md
`

const START = '<!-- latchstring: written by "latchstring agents --write" -->'
const END = '<!-- /latchstring -->'

/** The section, with the commands as the package manager of the project runs them. */
function renderSection(project: Project): string {
  const run = (command: string): string => `\`${latchstringCommand(project, command)}\``
  return `${START}

## Sign-in: Latchstring

Sign-in and sessions are those of Latchstring (\`@latchstring/*\`). It resembles next-auth and is not the same: do not write from memory.

- Look up: ${run('docs WORDS')} searches the documentation of the installed version, ${run('docs PAGE.md#ANCHOR')} prints a section,
  ${run('explain CODE')} explains an error.
- Check: ${run('doctor --json')}. Each finding has its fix; the exit code is 0 when nothing is broken.
- Sign in: ${run('doctor --flows --json')} starts the application and signs in with every provider at an emulator on this machine. No
  account and no secret of a service is needed.
- Check the session next to the data, not in \`proxy.ts\` or a layout alone. The browser can read all that the callback \`session\` returns.
- Do not print or commit values of \`.env*\`, and do not take a protection away (\`trustHost\`, \`skipCSRFCheck\`, \`weakSecret\`,
  \`allowDangerousEmailAccountLinking\`) to get rid of an error.
- Done: both \`doctor\` commands end with 0, and the type check and the tests pass.

${END}
`
}

/** The file with the section in place of an earlier one, or at its end. */
function insertSection(before: string | undefined, section: string): string {
  if (before === undefined || before.trim() === '') return section
  const start = before.indexOf(START)
  const end = before.indexOf(END, start)
  if (start !== -1 && end !== -1)
    return `${before.slice(0, start)}${section.trimEnd()}${before.slice(end + END.length)}`
  return `${before.trimEnd()}\n\n${section}`
}

const readSkill = (): string =>
  readFileSync(new URL('../../skills/latchstring/SKILL.md', import.meta.url), 'utf8')

/** `latchstring agents` */
export const agentsCommand: Command = {
  summary: `prints a section for ${FILE}, or writes it`,
  wrongCall: 2,
  async run(argv, terminal, { cwd, env }) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS)
    const json = options.has('json')
    const print = (text: string, result: object): void =>
      terminal.out(json ? `${JSON.stringify(result, undefined, 2)}\n` : text)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    if (options.has('skill')) {
      if (options.has('write')) throw new UsageError('Pass either --skill or --write.')
      print(readSkill(), { skill: readSkill() })
      return 0
    }
    const folder = cwd()
    const section = renderSection(await readProject(folder, env))
    if (!options.has('write')) {
      print(section, { section })
      return 0
    }
    const before = await readText(join(folder, FILE))
    const change: FileChange = { path: FILE, before, after: insertSection(before, section) }
    const changed = isEffective(change)
    if (changed) await writeChanges(folder, [change])
    const done = before === undefined ? 'created' : 'changed'
    print(changed ? `${done}  ${FILE}\n` : 'Nothing to change.\n', { file: FILE, changed })
    return 0
  },
}
