import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'ko',
  data: '내 데이터 다운로드',
  dataLead: '저장된 정보(계정, 로그인 방법, 로그인된 기기)를 파일 하나로 받습니다.',
  download: '다운로드',
  delete: '내 계정 삭제',
  deleteLead: '계정, 로그인 방법, 저장된 정보가 삭제됩니다. 모든 기기에서 로그아웃됩니다.',
  until:
    '{date}까지는 취소할 수 있습니다. 로그인하여 계정을 유지하세요. 그 이후에는 되돌릴 수 없습니다.',
  atOnce: '바로 삭제되며 되돌릴 수 없습니다.',
  sure: '내 계정을 삭제하겠습니다',
  unsure: '계정을 삭제하려면 확인란을 선택하세요.',
  leaving: '계정이 {date}에 삭제됩니다',
  signedOut: '모든 기기에서 로그아웃되었습니다. 계정을 유지하려면 {date} 전에 로그인하세요.',
  deleted: '계정이 삭제되었습니다.',
  keep: '내 계정 유지',
  kept: '계정을 유지할까요?',
  leave: '유지하지 않음',
  unchanged: '변경된 내용이 없습니다',
  unchangedText: '계정이 삭제됩니다. 유지하려면 다시 로그인하세요.',
  begun: '이 계정은 삭제 중입니다.',
  notNow: '지금은 계정을 삭제할 수 없습니다. {why}',
}
