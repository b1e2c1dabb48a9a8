import { readVersion } from '../version.ts'
import { readAddress, readPages } from './pages.ts'
import { searchPages } from './search.ts'

/** Revisions in which each request says its revision by itself. */
const MODERN: readonly string[] = ['2026-07-28']

/** Revisions that begin with `initialize`, the newest first. */
const WITH_HANDSHAKE: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const REVISION = 'io.modelcontextprotocol/protocolVersion'
const SERVER = 'io.modelcontextprotocol/serverInfo'

const INSTRUCTIONS =
  'The documentation of Latchstring, the sign-in and session library that this project uses, in the installed version. Search before you write code with it. "npx @latchstring/cli doctor --json" tells whether the set-up is right.'

const TOOLS = [
  {
    name: 'search_docs',
    title: 'Search the documentation of Latchstring',
    description:
      'Finds sections of the documentation of Latchstring (sign-in and sessions for TypeScript). Returns their addresses with an excerpt; read_docs prints one.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'what you would type into a search box' },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'read_docs',
    title: 'Read the documentation of Latchstring',
    description:
      'Prints a page of the documentation of Latchstring, or one section of it, as Markdown.',
    inputSchema: {
      type: 'object',
      properties: {
        address: {
          type: 'string',
          description:
            'an address of search_docs or of a finding of "latchstring doctor", such as docs/sessions.md#end-sessions',
        },
      },
      required: ['address'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
] as const

type Members = Readonly<Record<string, unknown>>

/** A JSON-RPC error. */
class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

const membersOf = (value: unknown): Members =>
  // Members of any object can be asked for.
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** The text that a tool returns, or what is wrong with what it was given. */
function callTool(pages: ReadonlyMap<string, string>, params: Members): Members {
  const { name } = params
  const given = membersOf(params['arguments'])
  const tool = TOOLS.find((one) => one.name === name)
  if (tool === undefined) throw new RpcError(-32602, `Unknown tool: ${String(name)}`)
  const [member] = tool.inputSchema.required
  const value = given[member]
  const result = (text: string, isError = false): Members => ({
    content: [{ type: 'text', text }],
    isError,
  })
  if (typeof value !== 'string' || value.trim() === '')
    return result(`${member} has to be a text.`, true)
  if (tool.name === 'read_docs') {
    const text = readAddress(pages, value)
    return text === undefined
      ? result(`There is no page or section ${value}. Use search_docs.`, true)
      : result(text)
  }
  const found = searchPages(pages, value)
  if (found.length === 0) return result(`Nothing was found for ${JSON.stringify(value)}.`)
  return result(
    found.map(({ address, title, excerpt }) => `${address}\n${title}\n${excerpt}`).join('\n\n'),
  )
}

/** What a method returns in every revision. */
function resultOf(method: unknown, params: Members, pages: ReadonlyMap<string, string>): Members {
  const about = {
    capabilities: { tools: {} },
    serverInfo: { name: 'latchstring-docs', version: readVersion() },
    instructions: INSTRUCTIONS,
  }
  switch (method) {
    case 'initialize': {
      const wanted = params['protocolVersion']
      const version = WITH_HANDSHAKE.find((one) => one === wanted) ?? WITH_HANDSHAKE[0]
      return { protocolVersion: version, ...about }
    }
    case 'server/discover':
      return { supportedVersions: MODERN, ...about }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools: TOOLS }
    case 'tools/call':
      return callTool(pages, params)
    default:
      throw new RpcError(-32601, `Unknown method: ${String(method)}`)
  }
}

/** What the newest revision adds to a result. */
function inNewRevision(method: unknown, result: Members): Members {
  const isCacheable = method === 'tools/list' || method === 'server/discover'
  return {
    resultType: 'complete',
    ...result,
    ...(isCacheable ? { ttlMs: 3_600_000, cacheScope: 'public' } : {}),
    _meta: { [SERVER]: { name: 'latchstring-docs', version: readVersion() } },
  }
}

function answerRequest({ method, params }: Members, pages: ReadonlyMap<string, string>): Members {
  const given = membersOf(params)
  const revision = membersOf(given['_meta'])[REVISION]
  if (revision === undefined && method !== 'server/discover') return resultOf(method, given, pages)
  if (revision !== undefined && !MODERN.some((one) => one === revision)) {
    const data = { supported: MODERN, requested: revision }
    throw new RpcError(-32022, 'Unsupported protocol version', data)
  }
  return inNewRevision(method, resultOf(method, given, pages))
}

function parse(line: string): Members | undefined {
  try {
    return membersOf(JSON.parse(line))
  } catch {
    return undefined
  }
}

/**
 * A server of the Model Context Protocol with two tools: to search the documentation, and to read it.
 *
 * @returns what answers a line of the client; a notification has no response
 */
export function createDocumentServer(): (line: string) => Members | undefined {
  const pages = readPages()
  return (line) => {
    const message = parse(line)
    const id = message?.['id'] ?? null
    if (message !== undefined && typeof message['method'] === 'string' && id === null)
      return undefined
    try {
      if (message === undefined) throw new RpcError(-32700, 'Parse error')
      if (typeof message['method'] !== 'string') throw new RpcError(-32600, 'Invalid request')
      return { jsonrpc: '2.0', id, result: answerRequest(message, pages) }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { code, message: text, data } = error
      const rpcError = { code, message: text, ...(data === undefined ? {} : { data }) }
      return { jsonrpc: '2.0', id, error: rpcError }
    }
  }
}
