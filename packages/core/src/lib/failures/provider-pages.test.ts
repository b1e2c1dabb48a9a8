import { describe, expect, it } from 'vitest'
import { find, readDocument, visibleText } from '../../../test/document-tree.ts'
import type { OAuthProvider } from '../config/providers.ts'
import type { Context } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { endSessionForm } from '../sign-out/leave.ts'
import { nothingChanged } from '../sign-out/return.ts'
import { en } from '../pages/texts/en.ts'
import { repostFromSameSite } from '../sign-in/oauth/callback.ts'

const jar = new CookieJar('').set({ name: 'kept', options: {} }, '1')

// Of a context, these pages need no more.
const context = {
  config: { actionBase: '/auth', theme: {} },
  origin: { href: 'https://app.example', secure: true },
  request: { headers: new Headers({ 'accept-language': 'en' }) },
  jar,
  returnTo: 'https://app.example/inside',
} as unknown as Context

// Of a provider, its id and its name are looked at.
const provider = { id: 'harbour', name: 'Harbour' } as OAuthProvider

function elements(result: FlowResult): ReturnType<typeof readDocument> {
  if (result.kind !== 'page') throw new Error('It is not a page.')
  expect(result.status).toBe(200)
  expect(result.jar).toBe(jar)
  const document = readDocument(result.html)
  expect(visibleText(find(document, 'title')[0])).toMatch(/ · app\.example$/)
  return document
}

function form(document: ReturnType<typeof readDocument>): unknown {
  const [element] = find(document, 'form')
  const fields = find(element?.inside ?? [], 'input').map(
    ({ attributes: { name = '', value } }): [string, string | undefined] => [name, value],
  )
  return {
    action: element?.attributes['action'],
    method: element?.attributes['method'],
    fields: Object.fromEntries(fields),
  }
}

describe('endSessionForm', () => {
  it('returns a page that posts the logout request to the provider and links to where the browser ends up', async () => {
    const fields = { id_token_hint: 'a.b.c', state: 's&"t' }
    const action = 'https://harbour.example/logout'
    const page = elements(await endSessionForm(context, { action, name: 'Harbour', fields }))
    expect(form(page)).toEqual({ action, method: 'post', fields })
    expect(visibleText(find(page, 'main')[0])).toContain(
      en.endSession.message.replace('{name}', 'Harbour'),
    )
    const links = find(page, 'a', 'button').map(({ attributes }) => attributes['href'])
    expect(links).toEqual(['https://app.example/inside'])
  })
})

describe('nothingChanged', () => {
  it('returns a page about an unchanged session, with a link to the home page', async () => {
    const page = elements(await nothingChanged(context))
    expect(visibleText(find(page, 'h1')[0])).toBe(en.signedOut.title)
    expect(find(page, 'form')).toEqual([])
    const links = find(page, 'a', 'button').map(({ attributes }) => attributes['href'])
    expect(links).toEqual(['https://app.example'])
  })
})

describe('repostFromSameSite', () => {
  it('returns a page that posts the response to the callback of the provider', async () => {
    const fields = { code: 'c', state: 's' }
    const page = elements(await repostFromSameSite(context, provider, fields))
    const action = 'https://app.example/auth/callback/harbour'
    expect(form(page)).toEqual({ action, method: 'post', fields })
    expect(visibleText(find(page, 'main')[0])).toContain(
      en.continueSignIn.message.replace('{name}', 'Harbour'),
    )
  })
})
