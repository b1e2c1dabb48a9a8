import { describe, expect, test, vi } from 'vitest'
import type { NodeRequest, NodeResponse } from '../types/node.ts'
import type { Reply } from '../types/request.ts'
import { toIncomingRequest, toNodeHandler, toScopeSource, toSessionSource } from './node-handler.ts'

const REPLY: Reply = { status: 200, headers: { 'X-Own': '1' }, cookies: [], body: 'text' }

const message: NodeRequest = {
  method: 'GET',
  url: '/auth/session',
  headers: { host: 'app.example' },
  readableDidRead: false,
  resume: () => undefined,
  iterator: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

function createResponse(members: Partial<NodeResponse> = {}) {
  const calls: unknown[][] = []
  const response: NodeResponse = {
    headersSent: false,
    writableEnded: false,
    getHeader: () => undefined,
    writeHead: (...given) => calls.push(['writeHead', ...given]),
    end: (...given: unknown[]) => calls.push(['end', ...given]),
    ...members,
  }
  return { response, calls }
}

type Serving = Parameters<typeof toNodeHandler>[0]

const withReply: Serving = { serve: async (_, write) => write(REPLY) }

const withFailure: Serving = { serve: () => Promise.reject(new Error('broken')) }

describe('toNodeHandler', () => {
  test('writes the response of serve with a Content-Length', async () => {
    const { response, calls } = createResponse()
    await toNodeHandler(withReply)(message, response)
    expect(calls).toEqual([
      ['writeHead', 200, { 'X-Own': '1', 'Content-Length': '4' }],
      ['end', 'text'],
    ])
  })

  test('writes no Content-Length for HEAD', async () => {
    const { response, calls } = createResponse()
    await toNodeHandler(withReply)({ ...message, method: 'HEAD' }, response)
    expect(calls[0]).toEqual(['writeHead', 200, { 'X-Own': '1' }])
  })

  test('answers 500 without a body when no response could be written', async () => {
    const { response, calls } = createResponse()
    await toNodeHandler(withFailure)(message, response)
    expect(calls).toEqual([['writeHead', 500, { 'Content-Length': '0' }], ['end']])
  })

  test('ends a response whose headers were sent before a failure, and sends no others', async () => {
    const { response, calls } = createResponse({ headersSent: true })
    await toNodeHandler(withFailure)(message, response)
    expect(calls).toEqual([['end']])
  })

  test('resolves even when ending the response fails', async () => {
    const end = vi.fn(() => {
      throw new Error('no client')
    })
    const { response } = createResponse({ end })
    await expect(toNodeHandler(withFailure)(message, response)).resolves.toBeUndefined()
    expect(end).toHaveBeenCalledOnce()
  })
})

describe('the source made of a Node.js request', () => {
  test.each([
    ['toSessionSource', toSessionSource],
    ['toScopeSource', toScopeSource],
    ['toIncomingRequest', toIncomingRequest],
  ])('for %s has its URL and headers', (_, make) => {
    const source = make(message)
    expect(source.url).toBe('http://app.example/auth/session')
    expect(source.headers?.get('host')).toBe('app.example')
  })
})
