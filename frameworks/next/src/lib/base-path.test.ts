import { NextRequest } from 'next/server.js'
import { expect, test, vi } from 'vitest'
import { defaultBasePath, requestAt, withPublicPath } from './base-path.ts'

test('a request with the complete path is passed on unchanged', () => {
  const request = new NextRequest('http://localhost:3000/api/auth/session?a=1')
  expect(withPublicPath(request)).toBe(request)
  expect(defaultBasePath()).toBe('/api/auth')
})

test('the base path of the application is added to a request without it, and the rest is unchanged', async () => {
  vi.stubEnv('__NEXT_ROUTER_BASEPATH', '/app')
  const request = new NextRequest('http://localhost:3000/api/auth/callback/credentials?a=1', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'b=2' },
    body: 'username=ada',
  })
  const complete = withPublicPath(request)
  expect(complete.url).toBe('http://localhost:3000/app/api/auth/callback/credentials?a=1')
  expect(complete.method).toBe('POST')
  expect(complete.headers.get('cookie')).toBe('b=2')
  expect(await complete.text()).toBe('username=ada')
  expect(defaultBasePath()).toBe('/app/api/auth')
})

test('a request with the base path does not get it twice', () => {
  vi.stubEnv('__NEXT_ROUTER_BASEPATH', '/app')
  const request = new NextRequest('http://localhost:3000/app/api/auth/session', {
    nextConfig: { basePath: '/app' },
  })
  expect(withPublicPath(request).url).toBe('http://localhost:3000/app/api/auth/session')
})

test('the slash that trailingSlash adds is removed from the path', () => {
  const nextConfig = { trailingSlash: true }
  const request = new NextRequest('http://localhost:3000/api/auth/session/?a=1', { nextConfig })
  expect(new URL(withPublicPath(request).url).pathname).toBe('/api/auth/session')
})

test.each([
  ['as the configuration writes it', '/App/members', '/App/members', '/App'],
  ['in other letters', '/aPP/members', '/App/members', '/App'],
  ['that is no more than as long', '/two/members', '/two/members', ''],
])('a request at another address with a base path %s knows where it is', (...row) => {
  const [, path, expected, basePath] = row
  const request = new NextRequest('http://localhost:3000/App/', {
    method: 'DELETE',
    headers: { cookie: 'b=2' },
    nextConfig: { basePath: '/App' },
  })
  const there = requestAt(request, `http://localhost:3000${path}?a=1`)
  expect(there.url).toBe(`http://localhost:3000${expected}?a=1`)
  expect(there.nextUrl.href).toBe(there.url)
  expect([there.nextUrl.basePath, there.nextUrl.pathname]).toEqual([
    basePath,
    expected.slice(basePath.length),
  ])
  expect(there.method).toBe('DELETE')
  expect(there.headers.get('cookie')).toBe('b=2')
})
