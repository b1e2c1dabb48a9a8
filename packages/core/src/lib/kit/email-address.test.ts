import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser/index.js'
import { describe, expect, it } from 'vitest'
import { normalizeAddress, normalizeProviderEmail } from './email-address.ts'

/** Words that some readers of addresses decode (RFC 2047), with what is in them once they have. */
const ENCODED_WORDS: readonly (readonly [string, string])[] = [
  ['an encoded word', '=?utf-8?q?ada?=@example.com'],
  ['an encoded at sign', '=?utf-8?q?eve=40evil.example?=@example.com'],
  [
    'an encoded at sign and the end of a command',
    '=?x?q?eve=40evil.example=3e=00?=foo@example.com',
  ],
  ['an encoded space', '=?iso-8859-1?q?eve=20?=ada@example.com'],
  ['a word in base64', '=?utf-8?b?ZXZlQGV2aWwuZXhhbXBsZQ==?=@example.com'],
  ['a word in capitals', '=?UTF-8?B?ZXZl?=@example.com'],
  ['a word in UTF-7', '=?utf-7?q?eve&AEA-evil.example&ACw-?=@example.com'],
  ['a word with a language (RFC 2231)', '=?utf-8*en?q?eve?=@example.com'],
  ['two words', '=?utf-8?q?eve?==?utf-8?q?=40evil?=@example.com'],
  ['a word in the middle', 'a=?utf-8?q?=40?=b@example.com'],
  ['a word between dots', 'a.=?utf-8?q?=40?=.b@example.com'],
  ['a word that does not end', '=?utf-8?q?eve=40evil.example@example.com'],
  ['a word of an unknown encoding', '=?utf-8?x?eve?=@example.com'],
  ['a word without an alphabet', '=??q?eve=40evil.example?=@example.com'],
  ['a word around the whole address', '=?utf-8?q?ada=40example.com?='],
  ['a word with an encoding of several letters', '=?utf-8?quoted?ada@example.com'],
  ['a word in the domain', 'ada@=?utf-8?q?example?=.com'],
  ['a word as a name', '=?utf-8?q?ada?= <ada@example.com>'],
]

const LONG_LABEL = 'x'.repeat(63)

/** As long as a domain can be in an address with one letter before the at sign. */
const DOMAIN_252 = `${LONG_LABEL}.${LONG_LABEL}.${LONG_LABEL}.${'x'.repeat(56)}.com`

/** Decodes the words of RFC 2047 as carelessly as some do: anywhere, and without their end. */
function decodeWords(text: string): string {
  return text.replaceAll(
    /=\?[^?]*\?([bq])\?([^?]*)(?:\?=)?/gi,
    (_word, encoding: string, data: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(data, 'base64').toString()
        : data
            .replaceAll('_', ' ')
            .replaceAll(/=([\da-f]{2})/gi, (_all, hex: string) =>
              String.fromCodePoint(Number.parseInt(hex, 16)),
            ),
  )
}

const ATOM = String.raw`[A-Za-z0-9!#$%&'*+/=?^_\x60{|}~-]+`
const DOT_ATOM = String.raw`${ATOM}(?:\.${ATOM})*`
const QUOTED = String.raw`"(?:[\x21\x23-\x5b\x5d-\x7e\t ]|\\[\x20-\x7e])*"`
const LITERAL = String.raw`\[[\x21-\x5a\x5e-\x7e]*\]`
const ADDR_SPEC = `(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|${LITERAL})`
const PHRASE = `(?:(?:${ATOM}|${QUOTED})[ ]*)*`
const MAILBOX = new RegExp(`^\\s*(?:(${ADDR_SPEC})|${PHRASE}<(${ADDR_SPEC})>)\\s*(?:,|$)`)

/** The addresses of a list of mailboxes, by the grammar of RFC 5322 without its obsolete forms, comments and groups. */
function parseStrictly(text: string): readonly string[] | undefined {
  const found: string[] = []
  for (let rest = text; rest !== '';) {
    const [all = '', plain, named] = MAILBOX.exec(rest) ?? []
    const address = plain ?? named
    if (address === undefined) return undefined
    found.push(address)
    rest = rest.slice(all.length)
  }
  return found
}

describe('An address with what is not seen around it', () => {
  it.each([
    ['a byte order mark', '\ufeffada@example.com\ufeff'],
    ['a left-to-right isolate', '\u2066ada@example.com\u2069'],
    ['a non-breaking space', 'ada@example.com\u00a0'],
    ['a zero-width space', '\u200bada@example.com\u200b'],
    ['an ideographic space', '\u3000ada@example.com\u3000'],
    ['a soft hyphen and a line break', '\u00adada@example.com\r\n'],
  ])('is the address without it: %s', (_what, text) => {
    expect(normalizeAddress(text)).toBe('ada@example.com')
    expect(normalizeProviderEmail(text)).toBe('ada@example.com')
  })
})

describe('an e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
    ['  ada@example.com ', 'ada@example.com'],
    ['ada+tag@example.com', 'ada+tag@example.com'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['a@b.co', 'a@b.co'],
    ['1@2.example', '1@2.example'],
    ['a@sub.sub.example.co.uk', 'a@sub.sub.example.co.uk'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@例え.jp', 'a@xn--r8jz45g.jp'],
    ['a@straße.de', 'a@xn--strae-oqa.de'],
    ['a@муж.рф', 'a@xn--f1alv.xn--p1ai'],
    [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
    [`a@${LONG_LABEL}.com`, `a@${LONG_LABEL}.com`],
  ])('%s is stored as %s (EML-02, EML-03)', (input, stored) => {
    expect(normalizeAddress(input)).toBe(stored)
  })

  it.each([
    ['Cyrillic а for a', 'a@\u0430pple.com', 'xn--pple-43d.com'],
    ['Greek ο for o', 'a@g\u03bfogle.com', 'xn--gogle-rce.com'],
    ['dotless ı', 'a@g\u0131thub.com', 'xn--gthub-n4a.com'],
  ])(
    'with a look-alike domain (%s) differs and is stored in punycode (EML-04)',
    (_what, input, stored) => {
      expect(normalizeAddress(input)).toBe(`a@${stored}`)
    },
  )

  it.each([
    ['nothing', ''],
    ['no at sign', 'ada.example.com'],
    ['two at signs', 'ada@evil.com@example.com'],
    ['two at signs, quoted', '"ada@evil.com"@example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'ada@'],
    ['no dot in the domain', 'ada@localhost'],
    ['a dot at the end', 'ada@example.com.'],
    ['a dot at the beginning of the domain', 'ada@.example.com'],
    ['two dots in the domain', 'ada@example..com'],
    ['a dot at the beginning', '.ada@example.com'],
    ['a dot before the at sign', 'ada.@example.com'],
    ['two dots', 'ada..b@example.com'],
    ['quotes', '"ada"@example.com'],
    ['a comment', 'ada(comment)@example.com'],
    ['a comment in the domain', 'ada@example.com(comment)'],
    ['angle brackets', '<ada@example.com>'],
    ['a name', 'Ada <ada@example.com>'],
    ['a group', 'group:ada@example.com;'],
    ['two addresses', 'ada@example.com,bob@example.com'],
    ['two addresses with a semicolon', 'ada@example.com;bob@example.com'],
    ['two addresses with a space', 'ada@example.com bob@example.com'],
    ['a colon', 'ada@example.com:25'],
    ['mailto', 'mailto:ada@example.com'],
    ['a backslash', 'ada\\@example.com'],
    ['a space inside', 'a da@example.com'],
    ['a space before the at sign', 'ada @example.com'],
    ['a space after the at sign', 'ada@ example.com'],
    ['a tab', 'a\tda@example.com'],
    ['a line break and a header (EML-08)', 'ada@example.com\r\nBcc: bob@example.com'],
    ['a line break', 'ada\n@example.com'],
    ['NUL', 'ada\u0000@example.com'],
    ['NUL at the end', 'ada@example.com\u0000'],
    ['DEL', 'ada@example.com\u007f'],
    ['a right-to-left override', 'ada\u202e@example.com'],
    ['a right-to-left override in the domain', 'ada@exam\u202eple.com'],
    ['a zero-width space', 'ada\u200b@example.com'],
    ['a zero-width space in the domain', 'ada@exam\u200bple.com'],
    ['a zero-width joiner', 'ada@exam\u200dple.com'],
    ['a zero-width non-joiner', 'ada@exam\u200cple.com'],
    ['a word joiner', 'ada@exam\u2060ple.com'],
    ['a soft hyphen', 'ada@exam\u00adple.com'],
    ['a combining grapheme joiner', 'ada@exam\u034fple.com'],
    ['a variation selector', 'ada@example\ufe0f.com'],
    ['a Hangul filler', 'ada@\u115fexample.com'],
    ['a Mongolian vowel separator', 'ada@exam\u180eple.com'],
    ['a tag character', 'ada@example\u{e0061}.com'],
    ['full-width letters (EML-03)', 'ａｄａ@example.com'],
    ['full-width letters in the domain (EML-03)', 'ada@ｅxample.com'],
    ['a full-width at sign', 'ada＠example.com'],
    ['a full-width dot', 'ada@example．com'],
    ['an ideographic dot', 'ada@example。com'],
    ['a ligature (EML-03)', 'ada@ﬁx.com'],
    ['the Kelvin sign (EML-03)', '\u212aada@example.com'],
    ['the long s (EML-03)', 'ada@example\u017f.com'],
    ['a superscript', 'ada@example².com'],
    ['a decomposed letter', 'ada@bu\u0308cher.example'],
    ['a local part that is not ASCII', 'адa@example.com'],
    ['an umlaut in the local part', 'jörg@example.com'],
    ['an IPv4 literal', 'ada@[127.0.0.1]'],
    ['an IPv6 literal', 'ada@[IPv6:::1]'],
    ['an IPv4 address', 'ada@127.0.0.1'],
    ['an IPv4 address in hex', 'ada@0x7f.0.0.1'],
    ['an IPv4 address in octal', 'ada@0177.0.0.1'],
    ['a short IPv4 address', 'ada@127.1'],
    ['a number', 'ada@2130706433'],
    ['a number that is not an address', 'ada@1.2.3.456'],
    ['a numeric last label', 'ada@example.123'],
    ['an underscore in the domain', 'ada@ex_ample.com'],
    ['a hyphen at the beginning of a label', 'ada@-example.com'],
    ['a hyphen at the end of a label', 'ada@example-.com'],
    ['percent-encoding in the domain', 'ada@ex%61mple.com'],
    ['a port', 'ada@example.com:80'],
    ['a path', 'ada@example.com/x'],
    ['a query', 'ada@example.com?x'],
    ['a fragment', 'ada@example.com#x'],
    ['a user in the domain', 'ada@evil.com@example.com'],
    ['punycode that decodes to an empty text', 'ada@xn--a.com'],
    ['a local part of 65', `${'x'.repeat(65)}@example.com`],
    ['a label of 64', `ada@x${LONG_LABEL}.com`],
    ['more than 254 characters', `ada@${`${LONG_LABEL}.`.repeat(4)}com`],
    [
      'a domain that is too long in punycode',
      `a@${'ü'.repeat(60)}.${'ü'.repeat(60)}.example.com`.replaceAll('ü', 'üa'),
    ],
    ['half a character', 'ada\ud800@example.com'],
    ['an emoji', '😀@example.com'],
  ])('with %s is refused (EML-02, EML-03)', (_what, input) => {
    expect(normalizeAddress(input)).toBeUndefined()
  })

  it.each(ENCODED_WORDS)('with %s is refused (EML-01, EML-02)', (_what, input) => {
    expect(normalizeAddress(input)).toBeUndefined()
  })

  it.each([
    ['=?@example.com', '=?@example.com'],
    ['a=b?c@example.com', 'a=b?c@example.com'],
    ['=?a?=@example.com', '=?a?=@example.com'],
  ])('may contain the characters of encoded words: %s (EML-02)', (input, stored) => {
    expect(normalizeAddress(input)).toBe(stored)
  })

  it.each([
    undefined,
    null,
    1,
    true,
    {},
    [],
    ['ada@example.com'],
    { toString: () => 'ada@example.com' },
  ])('that is %j and not a string is refused (EML-03)', (input) => {
    expect(normalizeAddress(input)).toBeUndefined()
  })

  it('of a megabyte is refused by its length (EML-07)', () => {
    let read = 0
    class Watched extends String {
      override trim(): string {
        read++
        return super.trim()
      }

      override normalize(): string {
        read++
        return super.normalize()
      }
    }
    // A primitive text is refused, and an object that counts is not even a text.
    expect(normalizeAddress(new Watched('ada@example.com'))).toBeUndefined()
    for (const text of ['a', 'a.', '@', '(', '"', ' ', 'ü', 'a@']) {
      expect(normalizeAddress(text.repeat(1_048_576 / text.length))).toBeUndefined()
    }
    expect(read).toBe(0)
  })

  it('is unchanged by a second pass, and is one mailbox by RFC 5322, for nodemailer and after decoding words (EML-01, EML-03)', () => {
    const piece = fc.constantFrom(
      'ada',
      'A',
      '.',
      '@',
      '+',
      '-',
      '_',
      ' ',
      '"',
      '<',
      '>',
      ',',
      ';',
      ':',
      '(',
      ')',
      'example',
      '.com',
      'ü',
      'é',
      '\u200b',
      '\u0430',
      'ß',
      '1',
      '\n',
      '\\',
      '[',
      ']',
      '%',
      '/',
      '!',
      'xn--',
      'İ',
      'K',
      '。',
      '=?utf-8?q?',
      '=?x?b?',
      '=40',
      'ZXZlQGEuYg==',
      '?=',
      '?',
      '=',
    )
    const address = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      fc
        .tuple(fc.array(piece, { maxLength: 4 }), fc.array(piece, { maxLength: 4 }))
        .map(([a, b]) => `a${a.join('')}@${b.join('')}b.com`),
      fc.emailAddress(),
      fc.string({ unit: 'binary' }),
    )
    let accepted = 0
    fc.assert(
      fc.property(address, (input) => {
        const stored = normalizeAddress(input)
        if (stored === undefined) return
        accepted++
        expect(normalizeAddress(stored)).toBe(stored)
        expect(normalizeAddress(` ${stored.toUpperCase()} `)).toBe(stored)
        expect(stored).toMatch(/^[\x21-\x7e]+@[a-z0-9.-]+$/)
        expect(stored.length).toBeLessThanOrEqual(254)
        const decoded = decodeWords(stored)
        for (const text of [stored, decoded]) {
          expect(addressparser(text)).toEqual([{ name: '', address: stored }])
          expect(parseStrictly(text)).toEqual([stored])
        }
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})

describe('an e-mail address from a provider', () => {
  it.each([
    ['Ada@Example.COM ', 'ada@example.com'],
    ['foo..bar@docomo.ne.jp', 'foo..bar@docomo.ne.jp'],
    ['foo.@docomo.ne.jp', 'foo.@docomo.ne.jp'],
    ['Jürgen@example.com', 'jürgen@example.com'],
    ['用户@例え.jp', '用户@xn--r8jz45g.jp'],
    ['root@keycloak', 'root@keycloak'],
    ['a@b', 'a@b'],
    ['admin@localhost', 'admin@localhost'],
    ['a@foo_bar.example.com', 'a@foo_bar.example.com'],
  ])('may be %s, although no mail is sent to it', (input, stored) => {
    expect(normalizeProviderEmail(input)).toBe(stored)
    expect(normalizeProviderEmail(stored)).toBe(stored)
  })

  it.each<readonly [string, unknown]>([
    ['another letter that becomes the same one', 'mi\u212Ae@example.com'],
    ['a wide letter', 'mik\uFF45@example.com'],
    ['an invisible character', 'mi\u200Bke@example.com'],
    ['two addresses', 'a@b.example,c@d.example'],
    ['a line', 'a@b.example\r\nBcc: c@d.example'],
    ['quotes', '"a b"@example.com'],
    ['an address of a machine', 'a@[127.0.0.1]'],
    ...ENCODED_WORDS,
    ['a number for a host', 'a@1'],
    ['a hyphen at the beginning of the host', 'a@-foo.example'],
    ['a hyphen at the end of a label', 'a@foo-.example'],
    ['a bracket at the beginning', '(ada@example.com'],
    ['a bracket at the end of its first part', 'ada(@example.com'],
    // A letter that is shorter in lower case: together with its mark it becomes one.
    ['more than 254 characters before it is in lower case', `H\u0331@${DOMAIN_252}`],
    ['nothing', ''],
    ['no text', 7],
  ])('with %s is ignored (EML-02)', (_, input) => {
    expect(normalizeProviderEmail(input)).toBeUndefined()
  })

  it('is never stored in a spelling that belongs to another address', () => {
    const letter = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(letter, letter, (one, other) => {
        const [a, b] = [
          normalizeProviderEmail(`${one}@x.example`),
          normalizeProviderEmail(`${other}@x.example`),
        ]
        if (a === undefined || a !== b) return
        expect(one.trim().toLowerCase().normalize()).toBe(other.trim().toLowerCase().normalize())
      }),
    )
  })
})

describe('The length of an address', () => {
  it('is limited to 254 characters without the space around it (RFC 5321, section 4.5.3.1)', () => {
    const longest = `a@${DOMAIN_252}`
    expect(longest).toHaveLength(254)
    expect(normalizeAddress(longest)).toBe(longest)
    expect(normalizeAddress(` ${longest} `)).toBe(longest)
    expect(normalizeAddress(`a${longest}`)).toBeUndefined()
  })

  it('is counted with the domain in ASCII', () => {
    const address = `ada@${'ü'.repeat(50)}.${LONG_LABEL}.${LONG_LABEL}.example`
    const stored = normalizeAddress(address) ?? ''
    expect(stored.length).toBeGreaterThan(address.length)
    const label = 'y'.repeat(254 - stored.length - 1)
    const longest = address.replace('.example', `.${label}.example`)
    expect(normalizeAddress(longest)).toHaveLength(254)
    expect(longest.length).toBeLessThan(254)
    expect(normalizeAddress(longest.replace('y.', 'yy.'))).toBeUndefined()
  })

  it('may be exceeded by 32 characters of surrounding space, and longer text is not parsed', () => {
    const address = 'ada@example.com'
    const padding = ' '.repeat(254 + 32 - address.length)
    expect(normalizeAddress(padding + address)).toBe(address)
    expect(normalizeAddress(`${padding} ${address}`)).toBeUndefined()
  })
})

describe('The last label of a domain', () => {
  it.each([
    ['ends in a digit', 'ada@example.x1'],
    ['begins with a digit', 'ada@example.1x'],
    ['follows one of digits', 'ada@mail.7.example'],
  ])('is accepted when it %s', (_, address) => {
    expect(normalizeAddress(address)).toBe(address)
  })

  it.each(['ada@192.0.2.1', 'ada@192.0.2.44'])(
    'is refused when it is a number, in %s',
    (address) => {
      expect(normalizeAddress(address)).toBeUndefined()
      expect(normalizeProviderEmail(address)).toBeUndefined()
    },
  )
})
