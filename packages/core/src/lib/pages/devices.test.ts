import { describe, expect, it } from 'vitest'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../test/document-tree.ts'
import { type DevicesProps, renderDevices, type ShownDevice } from './devices.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.parse('2026-05-01T12:00:00Z')

const ago = (seconds: number): Date => new Date(NOW - 1000 * seconds)

const BARE: ShownDevice = {
  id: 'one',
  current: false,
  label: 'Firefox on Windows',
  place: null,
  provider: null,
  createdAt: null,
  lastSeenAt: null,
}

const read = (
  devices: readonly Partial<ShownDevice>[],
  props: Partial<DevicesProps> = {},
): readonly DocumentElement[] => {
  const page = renderDevices({
    action: '/auth/devices',
    csrfToken: 'the-token',
    homeUrl: '/home',
    now: NOW,
    ...props,
    devices: devices.map((device) => ({ ...BARE, ...device })),
  })
  return readDocument(page.html)
}

const item = (device: Partial<ShownDevice>, props: Partial<DevicesProps> = {}) => {
  const [element] = find(read([device], props), 'li', 'device')
  if (!element) throw new Error('There is no device on the page.')
  const hints = find(element.inside, 'p', 'hint')
  return {
    element,
    name: visibleText(find(element.inside, 'strong')[0]),
    hints: hints.map(visibleText),
  }
}

describe('A device on the page of devices', () => {
  it.each([
    [0, 'now'],
    [MINUTE - 1, 'now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [2 * DAY - 1, '1 day ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, '1 month ago'],
    [365 * DAY - 1, '12 months ago'],
    [365 * DAY, '1 year ago'],
    [3 * 365 * DAY, '3 years ago'],
    [-HOUR, 'now'],
  ])('last seen %d seconds ago was seen "%s"', (seconds, words) => {
    const { element, hints } = item({ lastSeenAt: ago(seconds) })
    expect(hints).toEqual([
      words === 'now' ? en.devices.now : en.devices.lastSeen.replace('{when}', words),
    ])
    const [time] = find(element.inside, 'time')
    expect(time?.attributes['datetime']).toBe(ago(seconds).toISOString())
  })

  it('has its times and names in the language of the page', () => {
    const device = { createdAt: ago(2 * DAY), lastSeenAt: ago(0), provider: 'Harbour' }
    const { name, hints } = item(device, { texts: fr })
    expect(name).toBe('Firefox sur Windows')
    expect(hints).toEqual(['Connexion avec Harbour : il y a 2 jours', fr.devices.now])
  })

  it.each([
    ['a browser and a system', 'Firefox on Windows', 'Firefox on Windows'],
    ['a browser', 'Firefox', 'Firefox'],
    ['three parts', 'Firefox on Windows on Mars', 'Firefox on Windows on Mars'],
    ['nothing', null, 'Unknown browser'],
  ])('is named by a label of %s', (_, label, name) => {
    expect(item({ label }).name).toBe(name)
  })

  it('keeps a label that is not browser and system as it is in every language', () => {
    expect(item({ label: 'A on B on C' }, { texts: fr }).name).toBe('A on B on C')
    expect(item({ label: null }, { texts: fr }).name).toBe('Navigateur inconnu')
  })

  it('has its place, how and when it was signed in, and when it was seen, as far as they are known', () => {
    const createdAt = ago(DAY)
    const all = { place: 'Genoa', provider: 'Harbour', createdAt, lastSeenAt: ago(HOUR) }
    expect(item(all).hints).toEqual([
      'Genoa',
      'Signed in with Harbour 1 day ago',
      'Last active 1 hour ago',
    ])
    expect(item({ createdAt }).hints).toEqual(['Signed in 1 day ago'])
    expect(item({ provider: 'Harbour' }).hints).toEqual([])
  })

  it('has a button that signs out there, with a name of its own', () => {
    const [button] = find(item({ id: 'device-7' }).element.inside, 'button', 'button')
    expect(visibleText(button)).toBe('Sign out')
    expect(button?.attributes).toMatchObject({
      type: 'submit',
      name: 'device',
      value: 'device-7',
      'aria-label': 'Sign out: Firefox on Windows',
    })
  })

  it('is marked where it is the browser that asks', () => {
    const marks = (current: boolean) => find(item({ current }).element.inside, 'span', 'here')
    expect(marks(true).map(visibleText)).toEqual([en.devices.here])
    expect(marks(false)).toEqual([])
  })
})

describe('The page of devices', () => {
  const ends = (elements: readonly DocumentElement[]) =>
    find(elements, 'button')
      .filter(({ attributes }) => attributes['name'] === 'end')
      .map((button) => [button.attributes['value'], button.attributes['type'], visibleText(button)])

  it('signs out everywhere, and everywhere else if there is another device', () => {
    const all = ['all', 'submit', en.devices.all]
    expect(ends(read([{ current: true }]))).toEqual([all])
    expect(ends(read([{ current: true }, { id: 'two' }]))).toEqual([
      ['others', 'submit', en.devices.others],
      all,
    ])
  })

  it('lists the devices in the given order, in one form with the token', () => {
    const elements = read([{ label: 'One' }, { label: 'Two' }])
    const [form, ...others] = find(elements, 'form')
    expect(others).toEqual([])
    expect(form?.attributes).toMatchObject({ method: 'post', action: '/auth/devices' })
    const [list] = find(form?.inside ?? [], 'ul', 'devices')
    expect(list?.attributes['role']).toBe('list')
    expect(find(list?.inside ?? [], 'strong').map(visibleText)).toEqual(['One', 'Two'])
    const inputs = find(form?.inside ?? [], 'input').map(({ attributes }) => attributes)
    expect(inputs).toEqual([{ type: 'hidden', name: 'csrfToken', value: 'the-token' }])
  })

  it.each([
    [undefined, en.common.home],
    ['/account', en.continueSignIn.submit],
  ])('that is to lead to %j afterwards has a link "%s"', (callbackUrl, text) => {
    const given = callbackUrl === undefined ? {} : { callbackUrl, homeUrl: callbackUrl }
    const links = find(read([{ current: true }], given), 'a')
    expect(links.map(visibleText)).toEqual([text])
    expect(links.map(({ attributes }) => attributes['href'])).toEqual([callbackUrl ?? '/home'])
  })

  it('has a lead, and a link to the home page', () => {
    const elements = read([{ current: true }])
    expect(visibleText(find(elements, 'h1')[0])).toBe(en.devices.title)
    expect(visibleText(find(elements, 'p', 'lead')[0])).toBe(en.devices.lead)
    expect(find(elements, 'a').map(({ attributes }) => attributes['href'])).toEqual(['/home'])
    expect(find(elements, 'span', 'icon')).toHaveLength(1)
  })
})
