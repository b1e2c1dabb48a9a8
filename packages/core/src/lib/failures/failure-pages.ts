// What pages about failures are made with, loaded together.
export { requestTexts } from '../pages/request-texts.ts'
export { renderError } from '../pages/error.ts'
export { renderProblem } from '../pages/problem.ts'
export { pageResult } from '../pages/page-result.ts'
