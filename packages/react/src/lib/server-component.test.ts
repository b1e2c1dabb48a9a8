import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'

test.each([
  'index.ts',
  'lib/session-provider.ts',
  'lib/use-session.ts',
  'lib/context.ts',
  'lib/actions.ts',
  'account.ts',
  'lib/account/lists.ts',
  'lib/account/use-account.ts',
])('%s is marked as client code', async (file) => {
  const source = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
  expect(source.startsWith("'use client'\n")).toBe(true)
})

test('the React package loads in a Server Component, and each use throws with cause and fix', async () => {
  // The build of React for Server Components lacks these members.
  vi.doMock('react', () => ({
    createContext: undefined,
    useEffect: undefined,
    useLayoutEffect: undefined,
  }))
  const { SessionProvider, useSession } = await import('../index.ts')
  const help = /Server Components.*auth\(\).*'use client'/
  expect(() => useSession()).toThrow(help)
  expect(() => SessionProvider({})).toThrow(help)
  vi.doUnmock('react')
})
