/** Fields of a form or members of a JSON object, as the parser of a framework gives them. */
export type ParsedBody = FormData | URLSearchParams | Readonly<Record<string, unknown>>
