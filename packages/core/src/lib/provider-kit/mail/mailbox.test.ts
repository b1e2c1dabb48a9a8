import { describe, expect, it } from 'vitest'
import { mailboxDomain, parseMailbox } from './mailbox.ts'

describe('the sender of mails', () => {
  it.each([
    ['no-reply@example.com', { address: 'no-reply@example.com' }],
    ['  no-reply@example.com ', { address: 'no-reply@example.com' }],
    ['<no-reply@example.com>', { address: 'no-reply@example.com' }],
    ['Example <no-reply@example.com>', { address: 'no-reply@example.com', name: 'Example' }],
    ['Ümläut & Co <a@b.example>', { address: 'a@b.example', name: 'Ümläut & Co' }],
    ['"Example, Inc." <a@b.example>', { address: 'a@b.example', name: 'Example, Inc.' }],
    ['"The \\"App\\"" <a@b.example>', { address: 'a@b.example', name: 'The "App"' }],
    ['a < b <a@b.example>', { address: 'a@b.example', name: 'a < b' }],
    ['A<a@b.example>', { address: 'a@b.example', name: 'A' }],
    ['Example < a@b.example >', { address: 'a@b.example', name: 'Example' }],
    ['"Example <a@b.example>', { address: 'a@b.example', name: '"Example' }],
    ['Example" <a@b.example>', { address: 'a@b.example', name: 'Example"' }],
    ['" <a@b.example>', { address: 'a@b.example', name: '"' }],
    ['"" <a@b.example>', { address: 'a@b.example' }],
  ])('%j has address and name', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox)
  })

  it.each([
    '',
    'Example',
    'a@b@c.example',
    'a@b.example, c@d.example',
    'Example <a@b.example',
    'a@b.example>',
    '<a@b.example> Example',
    'Example <>',
    'a b@c.example',
  ])('%j is not a mailbox', (text) => {
    expect(() => parseMailbox(text)).toThrow(/not a mailbox: write/)
  })

  it('has the domain behind the @', () => {
    expect(mailboxDomain({ address: 'no-reply@mg.example.com' })).toBe('mg.example.com')
  })
})
