import { createInterface } from 'node:readline'
import { parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { createDocumentServer } from './documents/mcp-server.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'

const HELP = `Serves the documentation of this version to a coding agent, by the Model Context Protocol over the standard input and
output. It reads nothing but the pages in this package, and changes nothing. An agent starts it by itself.

Usage: latchstring mcp

Options:
${optionLines(COMMON_OPTIONS)}

Exit codes:
  0  the agent has closed the standard input
  1  an error

Example, of the configuration of an agent:
  { "mcpServers": { "latchstring": { "command": "npx", "args": ["@latchstring/cli", "mcp"] } } }
`

/** `latchstring mcp` */
export const mcpCommand: Command = {
  summary: 'serves the documentation to a coding agent (MCP)',
  async run(argv, terminal, { stdin }) {
    const options = parseOptions<'help'>(argv, COMMON_OPTIONS)
    if (options.has('help')) {
      terminal.out(HELP)
      return 0
    }
    const answer = createDocumentServer()
    for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) {
      const response = line.trim() === '' ? undefined : answer(line)
      if (response !== undefined) terminal.out(`${JSON.stringify(response)}\n`)
    }
    return 0
  },
}
