import type { RecoveryTexts } from './en.ts'

export const ko: RecoveryTexts = {
  locale: 'ko',
  lostBoth: '앱과 백업 코드를 모두 잃어버렸습니다',
  lostTitle: '잃어버린 앱 교체',
  lostLead:
    '이메일로 링크를 보내 드립니다. 링크를 열면 대기 시간이 시작됩니다. {date}부터 새 앱을 설정할 수 있습니다.',
  lostTold:
    '로그인되어 있는 모든 브라우저에 요청이 표시되며 거기에서 취소할 수 있습니다. 앱이나 백업 코드로 로그인해도 취소됩니다.',
  lostSend: '링크 보내기',
  lostSent: '이메일을 확인하세요. 링크를 열거나 여기에 인증 코드를 입력하세요.',
  lostByMail: '이메일로 로그인하셨습니다. 앱을 교체하려면 다른 로그인 방법을 사용하세요.',
  lostConfirm:
    '{date}부터 새 앱을 설정할 수 있습니다. 그때까지 기존 앱과 백업 코드를 사용할 수 있습니다.',
  proofSubject: '앱 분실 확인',
  proofLead:
    '누군가 계정에 로그인하여 인증 앱과 백업 코드를 잃어버렸다고 알렸습니다. 본인이 아닌가요? 링크를 사용하지 말고 비밀번호를 변경하세요.',
  proofButton: '계속',
  proofIgnore: '링크나 코드를 다른 사람과 공유하지 마세요.',
  request: '새 앱 요청',
  running:
    '새 인증 앱이 요청되었습니다. {date}부터 로그인하여 설정하세요. 그러면 기존 앱과 백업 코드는 더 이상 작동하지 않습니다.',
  askedSubject: '계정에 새 인증 앱이 요청되었습니다',
  cancel: '요청 취소',
  cancelNone: '진행 중인 새 앱 요청이 없습니다.',
  cancelledSubject: '새 인증 앱 요청이 취소되었습니다',
  replaceTitle: '새 앱 설정',
  replaceLead: '기존 앱과 백업 코드가 더 이상 작동하지 않으며 모든 브라우저에서 로그아웃됩니다.',
  foundLead:
    '앱이나 백업 코드가 아직 있나요? 코드를 입력하여 로그인하세요. 그러면 요청이 취소됩니다.',
  foundCode: '6자리 인증 코드 또는 백업 코드',
  replacedLead: '앱이 교체되었고 모든 브라우저에서 로그아웃되었습니다. 새 앱으로 로그인하세요.',
  signIn: '로그인',
  replacedSubject: '인증 앱과 백업 코드가 교체되었습니다',
}
