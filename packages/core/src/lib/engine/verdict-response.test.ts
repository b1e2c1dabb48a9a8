import { describe, expect, it } from 'vitest'
import { toVerdictResponse } from './verdict-response.ts'

const page = new Request('https://app.example/inside')

describe('toVerdictResponse', () => {
  it('returns undefined if the request is allowed', () => {
    expect(toVerdictResponse({ kind: 'allow' }, page)).toBeUndefined()
  })

  it('returns the response of the authorized callback', () => {
    const response = new Response('Not here.', { status: 418 })
    expect(toVerdictResponse({ kind: 'respond', response }, page)).toBe(response)
  })

  it.each([303, 307] as const)('returns a redirect with status %d that is not cached', (status) => {
    const url = 'https://app.example/auth/signin'
    const response = toVerdictResponse({ kind: 'redirect', url, status }, page)
    expect(response?.status).toBe(status)
    expect(response?.headers.get('location')).toBe(url)
    expect(response?.headers.get('cache-control')).toBe('private, no-store')
    expect(response?.headers.getSetCookie()).toEqual([])
  })

  it('returns the refusal of a script as JSON with its status, not cached', async () => {
    const body = { error: 'SessionRequired', message: 'Sign in to continue.' }
    const response = toVerdictResponse({ kind: 'refuse', status: 401, body }, page)
    expect(response?.status).toBe(401)
    expect(response?.headers.get('cache-control')).toBe('private, no-store')
    expect(response?.headers.getSetCookie()).toEqual([])
    expect(await response?.json()).toEqual(body)
  })
})
