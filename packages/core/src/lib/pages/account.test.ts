import { describe, expect, it } from 'vitest'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../test/document-tree.ts'
import { type AccountProps, type ListedMethod, renderAccount } from './account.ts'
import { html } from './html.ts'
import { signedInNotice, type SignedInNoticeTargets, signedInSentence } from './signed-in-notice.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

const ACCOUNT: ListedMethod = {
  id: 'acco-unt',
  type: 'account',
  name: 'Harbour',
  synced: undefined,
  label: undefined,
  removable: true,
  renamable: undefined,
}

const PASSKEY: ListedMethod = {
  id: 'pass-key',
  type: 'passkey',
  name: 'Passkey',
  synced: true,
  label: null,
  removable: true,
  renamable: true,
}

function read(
  methods: readonly ListedMethod[],
  props: Partial<AccountProps> = {},
): readonly DocumentElement[] {
  const page = renderAccount({
    action: '/auth/account',
    csrfToken: 'the-token',
    callbackUrl: undefined,
    email: null,
    devicesUrl: undefined,
    homeUrl: '/home',
    longestLabel: 64,
    ...props,
    methods,
  })
  return readDocument(page.html)
}

function item(method: ListedMethod, props: Partial<AccountProps> = {}): readonly DocumentElement[] {
  const [element, ...others] = find(read([method], props), 'li', 'device')
  expect(others).toEqual([])
  return element?.inside ?? []
}

const attributesOf = (elements: readonly DocumentElement[]) =>
  elements.map(({ attributes }) => attributes)

const texts = (elements: readonly DocumentElement[]) => elements.map(visibleText)

/** The visible texts of a sign-in method: its name, the line below and the distinguishing characters. */
const shown = (method: Partial<ListedMethod>, props: Partial<AccountProps> = {}) => {
  const inside = item({ ...PASSKEY, ...method }, props)
  return {
    name: texts(find(inside, 'strong')),
    own: texts(find(inside, 'bdi')),
    hints: [...texts(find(inside, 'span', 'hint')), ...texts(find(inside, 'p', 'hint'))],
    marks: texts(find(inside, 'code')),
    lines: find(inside, 'br').length,
  }
}

describe('A method to sign in on the page of the account', () => {
  it('has the name of the provider where it is an account, whatever other members it has', () => {
    const bare = { name: ['Harbour'], own: [], hints: [], marks: [], lines: 0 }
    expect(texts(find(item(ACCOUNT), 'p'))).toEqual(['Harbour'])
    expect(shown(ACCOUNT)).toEqual(bare)
    expect(shown({ ...ACCOUNT, label: 'Mine', synced: true })).toEqual(bare)
  })

  it.each([
    [true, en.account.synced],
    [false, 'Passkey on one device'],
    [undefined, 'Passkey on one device'],
  ])('is called by its kind where it is a passkey, synced: %j', (synced, kind) => {
    const bare = { own: [], hints: [], marks: ['pass'], lines: 0 }
    expect(shown({ synced })).toEqual({ name: [kind], ...bare })
    expect(shown({ synced, label: '' })).toEqual({ name: [kind], ...bare })
    expect(shown({ synced, label: 'My <phone>' })).toEqual({
      name: ['My <phone>'],
      own: ['My <phone>'],
      hints: [`${kind} pass`],
      marks: ['pass'],
      lines: 1,
    })
  })

  it('is marked as the only one when it cannot be removed, and has no button for that', () => {
    for (const method of [ACCOUNT, PASSKEY]) {
      const inside = item({ ...method, removable: false, renamable: false })
      expect(texts(find(inside, 'p', 'hint'))).toEqual([en.account.only])
      expect(find(inside, 'button')).toEqual([])
      expect(find(item(method), 'p', 'hint')).toEqual([])
    }
  })

  it.each<[string, Partial<ListedMethod>, string]>([
    ['an account', ACCOUNT, 'Harbour'],
    ['an account, whatever its label', { ...ACCOUNT, label: 'Mine' }, 'Harbour'],
    ['a synced passkey', {}, 'Synced passkey pass'],
    ['a passkey on one device', { synced: false }, 'Passkey on one device pass'],
    ['a passkey with a name', { label: 'My phone' }, 'My phone pass'],
    ['a passkey with an empty name', { label: '' }, 'Synced passkey pass'],
  ])('has buttons with names of their own where it is %s', (_, method, called) => {
    const inside = item({ ...PASSKEY, ...method, renamable: true })
    const [summary] = find(inside, 'summary')
    expect(summary?.attributes).toEqual({ class: 'button', 'aria-label': `Rename: ${called}` })
    expect(visibleText(summary)).toBe('Rename')
    const remove = find(inside, 'button').filter(({ attributes }) => attributes['name'])
    expect(texts(remove)).toEqual(['Remove'])
    expect(attributesOf(remove)).toEqual([
      {
        class: 'button',
        type: 'submit',
        form: 'remove',
        name: 'remove',
        value: method.id ?? PASSKEY.id,
        'aria-label': `Remove: ${called}`,
      },
    ])
  })

  it('is renamed by a form of its own, with the name that it has', () => {
    const inside = item({ ...PASSKEY, label: 'My phone' }, { callbackUrl: '/next' })
    const [form, ...others] = find(inside, 'form')
    expect(others).toEqual([])
    expect(form?.attributes).toEqual({ method: 'post', action: '/auth/account' })
    expect(attributesOf(find(form?.inside ?? [], 'input'))).toEqual([
      { type: 'hidden', name: 'csrfToken', value: 'the-token' },
      { type: 'hidden', name: 'callbackUrl', value: '/next' },
      { type: 'hidden', name: 'rename', value: 'pass-key' },
      {
        id: 'label-pass-key',
        name: 'label',
        type: 'text',
        dir: 'auto',
        autocomplete: 'off',
        maxlength: '64',
        value: 'My phone',
      },
    ])
    const [label] = find(form?.inside ?? [], 'label')
    expect(label?.attributes).toEqual({ for: 'label-pass-key' })
    expect(visibleText(label)).toBe(en.account.name)
    const buttons = find(form?.inside ?? [], 'button')
    expect(texts(buttons)).toEqual(['Save'])
    expect(attributesOf(buttons)).toEqual([{ class: 'button', type: 'submit' }])
    expect(find(form?.inside ?? [], 'div', 'field')).toHaveLength(1)
  })

  it.each([false, undefined])(
    'has no form for its name where that is not kept: %j',
    (renamable) => {
      expect(find(item({ ...PASSKEY, renamable }), 'details')).toEqual([])
      expect(find(item(PASSKEY), 'details')).toHaveLength(1)
    },
  )

  it('sends its forms nowhere but over HTTP', () => {
    const [form] = find(item(PASSKEY, { action: 'javascript:alert(1)' }), 'form')
    expect(form?.attributes['action']).toBe('/')
  })
})

const formsOf = (props: Partial<AccountProps>) => {
  const forms = find(read([ACCOUNT, { ...ACCOUNT, id: 'two' }], props), 'form')
  return forms.map(({ attributes, inside }) => [attributes, attributesOf(find(inside, 'input'))])
}

const linksOf = (props: Partial<AccountProps>) =>
  find(read([ACCOUNT], props), 'a').map((link) => [
    link.attributes['class'],
    link.attributes['href'],
    visibleText(link),
  ])

describe('The page of the account', () => {
  it('has a lead in the language of the page', () => {
    for (const one of [en, de]) {
      const elements = read([ACCOUNT], { texts: one })
      expect(texts(find(elements, 'h1'))).toEqual([one.account.title])
      expect(texts(find(elements, 'p', 'lead'))).toEqual([one.account.lead])
    }
    const elements = read([ACCOUNT])
    expect(find(elements, 'main', 'devices-page')).toHaveLength(1)
    expect(find(elements, 'span', 'icon')).toHaveLength(1)
  })

  it('lists the methods in the given order, and the mail behind them where it is one', () => {
    const names = (email: string | null) => {
      const [list] = find(read([ACCOUNT, PASSKEY], { email }), 'ul', 'devices')
      expect(list?.attributes['role']).toBe('list')
      return texts(find(list?.inside ?? [], 'strong'))
    }
    expect(names(null)).toEqual(['Harbour', en.account.synced])
    expect(names('ada@example.com')).toEqual([
      'Harbour',
      en.account.synced,
      en.account.mail,
      'ada@example.com',
    ])
    const elements = read([], { email: 'ada@example.com' })
    expect(texts(find(elements, 'p', 'hint'))).toEqual(['ada@example.com'])
    expect(texts(find(elements, 'bdi'))).toEqual(['ada@example.com'])
  })

  it('has one form that removes, which carries the token and where the page leads', () => {
    const form = { id: 'remove', method: 'post', action: '/auth/account' }
    const token = { type: 'hidden', name: 'csrfToken', value: 'the-token' }
    const target = { type: 'hidden', name: 'callbackUrl', value: '/next' }
    expect(formsOf({})).toEqual([[form, [token]]])
    expect(formsOf({ callbackUrl: '/next' })).toEqual([[form, [token, target]]])
    expect(formsOf({ csrfToken: undefined })).toEqual([[form, []]])
  })

  it('links to the sessions where they are listed, and to where it leads', () => {
    const home = ['button', '/home', en.common.home]
    expect(linksOf({})).toEqual([home])
    expect(linksOf({ devicesUrl: '/auth/devices' })).toEqual([
      ['link', '/auth/devices', en.devices.title],
      home,
    ])
    expect(linksOf({ callbackUrl: '/next' })).toEqual([['button', '/home', 'Continue']])
    expect(linksOf({ devicesUrl: 'javascript:alert(1)', homeUrl: 'data:,x' })).toEqual([
      ['link', '/', en.devices.title],
      ['button', '/', en.common.home],
    ])
  })
})

const TO: SignedInNoticeTargets = {
  onward: '/next',
  signOut: '/auth/signout',
  again: '/auth/signin',
  csrfToken: 'the-token',
}

const say = (to: Partial<SignedInNoticeTargets>, name?: string) =>
  readDocument(html`${signedInNotice({ name }, { ...TO, ...to }, en)}`.toString())

const spoken = (name?: string) => readDocument(signedInSentence({ name }, en).toString())

const onwardOf = (to: Partial<SignedInNoticeTargets>) =>
  find(say(to), 'a').map((link) => [link.attributes, visibleText(link)])

describe('The notice of the signed-in user', () => {
  it('shows the name in its own writing direction, or that no name is known', () => {
    const named = spoken('Ada <x>')
    expect(texts(find(named, 'body'))).toEqual([en.present.named.replace('{name}', 'Ada <x>')])
    expect(texts(find(find(named, 'strong')[0]?.inside ?? [], 'bdi'))).toEqual(['Ada <x>'])
    expect(texts(find(spoken(), 'body'))).toEqual([en.present.unnamed])
    expect(find(spoken(), 'strong')).toEqual([])
    expect(texts(find(say({}, 'Ada'), 'p'))).toEqual([en.present.named.replace('{name}', 'Ada')])
    expect(find(say({}), 'div', 'notice')).toEqual(find(say({}), 'div', 'present'))
    expect(find(say({}), 'div', 'present')).toHaveLength(1)
  })

  it('leads on, unless that would lead back', () => {
    expect(onwardOf({})).toEqual([[{ class: 'button', href: '/next' }, 'Continue']])
    expect(onwardOf({ onward: undefined })).toEqual([])
    expect(onwardOf({ onward: 'javascript:alert(1)' })).toEqual([
      [{ class: 'button', href: '/' }, 'Continue'],
    ])
  })

  it('begins another account with a sign-out that comes back here', () => {
    const [form] = find(say({}), 'form')
    expect(form?.attributes).toEqual({ method: 'post', action: '/auth/signout' })
    expect(attributesOf(find(form?.inside ?? [], 'input'))).toEqual([
      { type: 'hidden', name: 'csrfToken', value: 'the-token' },
      { type: 'hidden', name: 'callbackUrl', value: '/auth/signin' },
    ])
    const buttons = find(form?.inside ?? [], 'button')
    expect(texts(buttons)).toEqual(['Use another account'])
    expect(attributesOf(buttons)).toEqual([{ class: 'button', type: 'submit' }])
    const [bad] = find(say({ signOut: 'javascript:alert(1)', csrfToken: undefined }), 'form')
    expect(bad?.attributes['action']).toBe('/')
    expect(find(bad?.inside ?? [], 'input')).toHaveLength(1)
  })
})
