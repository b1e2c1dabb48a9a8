import { describe, expect, it } from 'vitest'
import { run } from '../test/run.ts'
import { isObject } from './lib/values.ts'

/** Addresses that `latchstring docs` finds, the best first. */
async function search(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await run(['docs', ...words, '--json'])
  return [...out.matchAll(/"address": "([^"]+)"/g)].map(([, address = '']) => address)
}

describe('latchstring docs', () => {
  it.each([
    ['end all sessions of a user', 'docs/sessions.md#end-sessions'],
    ['logout all devices', 'docs/sessions.md#sign-out-everywhere'],
    ['rate limit', 'docs/limits.md'],
    ['refresh token', 'docs/provider-tokens.md'],
    ['put a role into the session', 'docs/roles.md#put-the-role-into-the-session'],
    ['magic link', 'docs/email.md'],
    ['middleware', 'docs/protect.md'],
    ['docker', 'docs/docker.md'],
    ['what does trustHost mean', 'docs/deployment.md#what-trusthost-means'],
    ['prisma adapter', 'docs/storage-prisma.md'],
    ['test sign-in with playwright', 'docs/testing-sign-in.md'],
    ['organization', 'docs/tenants.md'],
  ])('finds for "%s" in the first three the page %s', async (query, page) => {
    const found = await search(...query.split(' '))
    expect(found.slice(0, 3).map((address) => address.slice(0, page.length))).toContain(page)
  })

  it('prints the section that a result or a finding of doctor names, and no other', async () => {
    const { code, out } = await run(['docs', 'docs/sessions.md#end-sessions'])
    expect([code, out.startsWith('## End sessions\n')]).toEqual([0, true])
    expect(out).not.toMatch(/^## (?!End sessions)/m)
    expect(await run(['docs', 'sessions#end-sessions'])).toMatchObject({ code: 0, out })
  })

  it('lists all pages with their titles', async () => {
    const { code, out } = await run(['docs'])
    expect(code).toBe(0)
    expect(out).toMatch(/^docs\/sessions\.md +Sessions$/m)
    expect(out).toMatch(/^adapters\/redis\/README\.md /m)
  })

  it('ends with 1 where nothing is found', async () => {
    expect(await run(['docs', 'xyzzyplugh'])).toMatchObject({ code: 1, out: '' })
    const missing = await run(['docs', 'docs/no-such-page.md', '--json'])
    expect([missing.code, missing.out.includes('"error"')]).toEqual([1, true])
  })
})

/** What the server answers, for each message that has a response. */
async function ask(...messages: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
  const stdin = messages
    .map((message) => (typeof message === 'string' ? message : JSON.stringify(message)))
    .map((line) => `${line}\n`)
    .join('')
  const { code, out, err } = await run(['mcp'], { stdin })
  expect([code, err]).toEqual([0, ''])
  return out
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
    .filter(isObject)
}

const request = (id: number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

const call = (id: number, name: string, given: object): object =>
  request(id, 'tools/call', { name, arguments: given })

describe('latchstring mcp', () => {
  it('gives a client that begins with initialize its revision, and the sections that it searches and reads', async () => {
    const [first, tools, found, read, ...rest] = await ask(
      request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/list'),
      call(3, 'search_docs', { query: 'end all sessions of a user' }),
      call(4, 'read_docs', { address: 'docs/sessions.md#end-sessions' }),
    )
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } },
    })
    expect(tools).toMatchObject({
      result: { tools: [{ name: 'search_docs' }, { name: 'read_docs' }] },
    })
    const text: unknown = expect.stringContaining('docs/sessions.md#end-sessions')
    expect(found).toMatchObject({ id: 3, result: { content: [{ type: 'text', text }] } })
    const section: unknown = expect.stringMatching(/^## End sessions/)
    expect(read).toMatchObject({ id: 4, result: { content: [{ type: 'text', text: section }] } })
  })

  it('offers the newest revision with a handshake to a client whose revision it does not know', async () => {
    const [first] = await ask(request(1, 'initialize', { protocolVersion: '2099-01-01' }))
    expect(first).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })

  it('answers each request by itself in the revision without a handshake', async () => {
    const of = (version: string): object => ({
      _meta: { 'io.modelcontextprotocol/protocolVersion': version },
    })
    const [about, tools, other] = await ask(
      request(1, 'server/discover', of('2026-07-28')),
      request(2, 'tools/list', of('2026-07-28')),
      request(3, 'tools/list', of('1900-01-01')),
    )
    const cached = { resultType: 'complete', cacheScope: 'public' }
    expect(about).toMatchObject({ result: { ...cached, supportedVersions: ['2026-07-28'] } })
    expect(tools).toMatchObject({ result: { ...cached, tools: [{}, {}] } })
    expect(other).toMatchObject({
      error: { code: -32_022, data: { supported: ['2026-07-28'], requested: '1900-01-01' } },
    })
  })

  it('tells a mistake of the client from one of the model, and goes on', async () => {
    const answers = await ask(
      'no JSON',
      request(1, 'resources/list'),
      call(2, 'delete_docs', {}),
      call(3, 'read_docs', {}),
      call(4, 'read_docs', { address: '../../package.json' }),
      request(5, 'ping'),
    )
    expect(answers).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, error: { code: -32_601 } },
      { id: 2, error: { code: -32_602 } },
      { id: 3, result: { isError: true } },
      { id: 4, result: { isError: true } },
      { id: 5, result: {} },
    ])
  })
})
