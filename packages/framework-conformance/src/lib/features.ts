/** Optional features of an application, each with its rules. The rules of a missing feature are not run. */
export const FEATURES: Readonly<Record<string, string>> = {
  action: 'has forms for actions of the framework at /native',
  below: 'is below another path, with TEST_BELOW=/app',
  cache: 'has a page in the cache of the framework, at /cached',
  data: 'has the data of a page at another address, see --data',
  database: 'follows TEST_STRATEGY=database',
  development: 'starts with NODE_ENV=development',
  direct: 'shows what is at /members in another way as well, see --direct',
  environment:
    'gets its environment with each request, and shows at /environment what it knew before',
  function: 'follows TEST_FUNCTION=1: its configuration is a function',
  parsers: 'reads bodies before the library does, with TEST_PARSERS=1',
  rendered: 'renders pages in routes of the framework, one of them at /recent/page',
  require: 'calls `auth.require` at /recent',
  rewrite: 'has middleware in front that takes /rewritten off the path',
  static: 'has a page that the build made, at /static',
  trace: 'passes TRACE on, see the row G14',
  stream: 'begins /stream before it reads the session',
}
