import { describe, expect, it } from 'vitest'
import { withAddresses } from './documentation.ts'

const REPOSITORY = 'git+https://code.example/owner/name.git'
const README = 'https://code.example/owner/name/tree/main/packages/cli#readme'

describe('withAddresses', () => {
  it('names pages of the site of a release, with their headings', () => {
    const published = { homepage: 'https://site.example/', repository: REPOSITORY }
    expect(withAddresses('See docs/errors.md#weaksecret, docs/framework-hono.md.', published)).toBe(
      'See https://site.example/reference/errors.html#weaksecret, https://site.example/start/hono.html.',
    )
    expect(withAddresses('(docs/providers/github.md)', published)).toBe(
      '(https://site.example/providers/github.html)',
    )
  })

  it('names files of the repository where there is no site', () => {
    expect(withAddresses('docs/email.md', { homepage: README, repository: REPOSITORY })).toBe(
      'https://code.example/owner/name/blob/main/docs/email.md',
    )
  })

  it.each(['docs/email.md', 'my/docs/email.md', '../docs/email.md', 'docs/email.mdx'])(
    'leaves %s as it is in a program that is not released, or of another folder',
    (text) => {
      const elsewhere = text === 'docs/email.md' ? {} : { repository: REPOSITORY }
      expect(withAddresses(text, elsewhere)).toBe(text)
    },
  )
})
