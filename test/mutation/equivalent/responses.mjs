const folder = 'packages/core/src/lib/responses'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const responses = [
  {
    file: `${folder}/failure-result.ts`,
    line: "const jar = isFlow ? thrown.jar : new CookieJar('')",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${folder}/failure-result.ts`,
    line: 'const log = config?.log ?? context.log ?? createLog(undefined, false)',
    original: 'false',
    reason: 'Nothing but errors is written to this log, and those are written either way.',
  },
  {
    file: `${folder}/page-result.ts`,
    line: 'const sources = createCache<Promise<string>>({ entries: 128 })',
    original: '{ entries: 128 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${folder}/verdict-response.ts`,
    line: "const jar = new CookieJar('')",
    original: "''",
    reason: 'Neither text has a cookie that is looked for.',
  },
  {
    file: `${folder}/failure-result.ts`,
    line: "(headers.get('accept') ?? '').includes('text/html') && !headers.has('x-auth-return-redirect')",
    original: "''",
    reason: 'Neither text names a media type.',
  },
  {
    file: `${folder}/failure-result.ts`,
    line: "row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)",
    original: "row.page === 'problem'",
    replacement: 'false',
    reason: 'Asked only where the page is another; the compiler does not know.',
  },
  {
    file: `${folder}/failure-result.ts`,
    line: "row.page === 'problem' ? undefined : parseOwnTarget(config.pages[row.page], origin.href)",
    original: "'problem'",
    reason: 'Asked only where the page is another; the compiler does not know.',
  },
]
