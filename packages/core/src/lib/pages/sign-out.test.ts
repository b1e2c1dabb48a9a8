import { describe, expect, it } from 'vitest'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../test/document-tree.ts'
import { html } from './html.ts'
import { applicationName } from './name.ts'
import { asReason } from './reasons.ts'
import { renderSignOut, type SignOutProps } from './sign-out.ts'
import { en } from './texts/en.ts'

const PROPS: SignOutProps = {
  action: '/auth/signout',
  csrfToken: 'the-token',
  callbackUrl: '/bye',
  cancelUrl: '/stay',
  homeUrl: '/home',
  signInUrl: '/auth/signin',
}

const read = (props: Partial<SignOutProps> = {}): readonly DocumentElement[] =>
  readDocument(renderSignOut({ ...PROPS, ...props }).html)

const linksIn = (elements: readonly DocumentElement[]) =>
  find(elements, 'a').map((link) => [link.attributes['href'], visibleText(link)])

const iconsOf = (favicon?: string) =>
  find(read({ theme: favicon === undefined ? {} : { favicon } }), 'link').map(
    ({ attributes }) => attributes,
  )

describe('The sign-out page', () => {
  it('names the signed-in user, and has a link that keeps the session', () => {
    for (const signedOut of [false, undefined]) {
      const elements = read({ present: html`You are <b>Ada</b>.`, signedOut })
      expect(find(elements, 'p', 'lead').map(visibleText)).toEqual([
        `You are Ada. ${en.signOut.question}`,
      ])
      expect(linksIn(elements)).toEqual([['/stay', en.signOut.stay]])
      const buttons = find(elements, 'button')
      expect(buttons.map(({ attributes }) => attributes['class'])).toEqual(['button primary'])
    }
  })

  it('has links to other pages without a session, and a form that deletes leftover cookies', () => {
    const elements = read({ signedOut: true, present: html`Ada` })
    expect(find(elements, 'p', 'lead').map(visibleText)).toEqual([en.signOut.nobody])
    expect(linksIn(elements)).toEqual([
      ['/home', en.common.home],
      ['/auth/signin', en.signIn.submit],
    ])
    const [form] = find(elements, 'form')
    expect(form?.attributes).toEqual({ method: 'post', action: '/auth/signout' })
    expect(find(form?.inside ?? [], 'input').map(({ attributes }) => attributes)).toEqual([
      { type: 'hidden', name: 'csrfToken', value: 'the-token' },
      { type: 'hidden', name: 'callbackUrl', value: '/bye' },
    ])
    const buttons = find(form?.inside ?? [], 'button')
    expect(buttons.map(visibleText)).toEqual(['Sign out'])
    expect(buttons.map(({ attributes }) => attributes)).toEqual([
      { class: 'button', type: 'submit' },
    ])
    expect(find(elements, 'main', 'signout')).toHaveLength(1)
    expect(find(elements, 'div', 'provider')).toHaveLength(1)
  })

  it('needs no script, and lets nothing be connected to', () => {
    const { scripts, connects } = renderSignOut(PROPS)
    expect([scripts, connects]).toEqual([[], false])
  })

  it('has the icon of the theme, if it is an image', () => {
    expect(iconsOf('/icon.svg')).toEqual([{ rel: 'icon', href: '/icon.svg' }])
    expect(iconsOf('javascript:alert(1)')).toEqual([])
    expect(iconsOf()).toEqual([])
    expect(visibleText(find(read(), 'body')[0])).not.toContain('true')
  })
})

describe('The name of an application', () => {
  it('is that of its theme, else its host', () => {
    expect(applicationName({ name: 'Harbour' }, 'app.example')).toBe('Harbour')
    expect(applicationName({}, 'app.example')).toBe('app.example')
    for (const name of ['', ' ', '\n']) {
      expect(applicationName({ name }, 'app.example')).toBe('app.example')
    }
  })
})

describe('The reason for a failure that an address names', () => {
  it('is one of the known words', () => {
    const words = ['cancelled', 'expired', 'ours', 'service', 'other-way', 'removed', 'step-up']
    expect(words.map(asReason)).toEqual(words)
    for (const other of ['', 'Cancelled', 'constructor', undefined, null, 7, ['ours']]) {
      expect(asReason(other)).toBeUndefined()
    }
  })
})
