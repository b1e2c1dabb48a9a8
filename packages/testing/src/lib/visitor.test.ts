import { createAuth } from '@latchstring/core'
import Apple from '@latchstring/core/providers/apple'
import GitHub from '@latchstring/core/providers/github'
import { describe, expect, test } from 'vitest'
import { createLab, createVisitor, type Twin, type Visitor } from '../index.ts'

const BASE = 'https://app.example/auth'
const env = {
  NODE_ENV: 'test',
  AUTH_URL: 'https://app.example',
  AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
}
const logger = { error: () => undefined, warn: () => undefined }

async function meet(): Promise<{ github: Twin; apple: Twin; visitor: Visitor }> {
  const lab = createLab()
  const [github, apple] = await Promise.all([lab.provider('github'), lab.provider('apple')])
  const providers = [GitHub(github.options), Apple(apple.options)]
  const auth = createAuth({ providers, logger }, { env })
  return { github, apple, visitor: createVisitor(auth.handle, BASE) }
}

describe('A visitor', () => {
  test('signs in and out', async () => {
    const { github, visitor } = await meet()
    expect(await visitor.session()).toBeNull()
    const response = await visitor.signIn(github, { callbackUrl: '/inside' })
    expect(response.headers.get('location')).toBe('https://app.example/inside')
    expect(await visitor.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
    await visitor.signOut()
    expect(await visitor.session()).toBeNull()
    expect([...visitor.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  })

  test('comes back with a form', async () => {
    const { apple, visitor } = await meet()
    await visitor.signIn(apple)
    expect(await visitor.session()).toHaveProperty('user')
  })

  test('cancels', async () => {
    const { github, visitor } = await meet()
    const response = await visitor.signIn(github, { deny: true })
    expect(response.headers.get('location')).toContain('error=')
    expect(await visitor.session()).toBeNull()
  })

  test('is told where the application sent it in place of the service', async () => {
    const { github, visitor } = await meet()
    await expect(visitor.signIn(github, { id: 'nobody' })).rejects.toThrow(
      /^The sign-in (?:leads to https:\/\/app\.example|was answered with HTTP 4)/,
    )
  })
})
