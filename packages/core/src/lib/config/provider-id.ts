/** Whether a text can be the id of a provider, which is in URLs. */
export const isProviderId = (id: unknown): id is string =>
  // `.` and `..` are steps of a path (RFC 3986, section 5.2.4), and never arrive.
  typeof id === 'string' && /^(?!\.\.?$)[\w.~-]+$/.test(id)
