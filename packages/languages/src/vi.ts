import type { LanguageTexts } from '@latchstring/core/types'

/** Vietnamese. Its key in `texts` is `vi`. */
export const vi: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Về trang chủ',
    toSignIn: 'Quay lại đăng nhập',
    reference: 'Mã tham chiếu: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Hãy thử lại sau {duration}.',
    notYou: 'Nếu không phải bạn, hãy liên hệ với quản trị viên trang web.',
  },
  signIn: {
    title: 'Đăng nhập',
    to: 'để tiếp tục đến {host}',
    continueWith: 'Tiếp tục với {name}',
    or: 'hoặc',
    email: 'Địa chỉ email',
    emailExample: 'ten@example.com',
    sendLink: 'Tiếp tục với email',
    submit: 'Đăng nhập',
    unsupported: 'Trình duyệt này không hỗ trợ {name}. Hãy dùng phương thức đăng nhập khác.',
    none: 'Chưa thiết lập đăng nhập.',
    code: 'Mã lỗi: {code}',
    lastUsed: 'Dùng gần đây nhất',
    showPassword: 'Hiện mật khẩu',
    passkey: 'Đăng nhập bằng khóa truy cập',
    unknown: 'Phương thức đăng nhập này không khả dụng. Hãy chọn phương thức khác.',
    wrongEmailOrPassword: 'Địa chỉ email hoặc mật khẩu không chính xác.',
    wrongUsernameOrPassword: 'Tên người dùng hoặc mật khẩu không chính xác.',
    unsupportedPasskey:
      'Trình duyệt này không hỗ trợ khóa truy cập. Hãy cập nhật trình duyệt hoặc dùng phương thức đăng nhập khác.',
  },
  fields: {
    username: 'Tên người dùng',
    password: 'Mật khẩu',
    code: 'Mã',
    oneTimeCode: 'Mã dùng một lần',
    name: 'Tên',
    phone: 'Số điện thoại',
  },
  signInErrors: {
    Signin: 'Không thể đăng nhập. Hãy thử lại hoặc dùng phương thức đăng nhập khác.',
    OAuthSignin:
      'Không thể kết nối với dịch vụ đó. Hãy thử lại sau giây lát hoặc dùng phương thức đăng nhập khác.',
    OAuthCallbackError:
      'Dịch vụ chưa hoàn tất việc đăng nhập. Hãy thử lại hoặc dùng phương thức đăng nhập khác.',
    OAuthCreateAccount:
      'Không thể tạo tài khoản của bạn. Hãy thử lại hoặc dùng phương thức đăng nhập khác.',
    EmailCreateAccount:
      'Không thể tạo tài khoản của bạn. Hãy thử lại hoặc dùng địa chỉ email khác.',
    Callback: 'Đã xảy ra lỗi khi đăng nhập. Hãy thử lại.',
    OAuthAccountNotLinked:
      'Địa chỉ email này đã được dùng với phương thức đăng nhập khác. Hãy đăng nhập bằng phương thức đó.',
    EmailSignin: 'Không thể gửi email. Hãy kiểm tra địa chỉ rồi thử lại.',
    CredentialsSignin: 'Thông tin đăng nhập không chính xác. Hãy kiểm tra rồi thử lại.',
    SessionRequired: 'Hãy đăng nhập để tiếp tục.',
  },
  providerErrors: {
    OAuthSignin:
      'Không thể kết nối với {name}. Hãy thử lại sau giây lát hoặc dùng phương thức đăng nhập khác.',
    OAuthCallbackError:
      '{name} chưa hoàn tất việc đăng nhập. Hãy thử lại hoặc dùng phương thức đăng nhập khác.',
    service:
      '{name} không phản hồi. Hãy thử lại sau vài phút hoặc dùng phương thức đăng nhập khác.',
    'other-way':
      '{name} không chia sẻ đủ thông tin cần để đăng nhập. Hãy dùng phương thức đăng nhập khác.',
  },
  present: {
    named: 'Bạn đang đăng nhập bằng tài khoản {name}.',
    unnamed: 'Bạn đang đăng nhập.',
    other: 'Dùng tài khoản khác',
  },
  signInReasons: {
    cancelled: 'Đã hủy đăng nhập. Hãy thử lại hoặc dùng phương thức đăng nhập khác.',
    expired: 'Lần đăng nhập này đã hết hạn hoặc được bắt đầu trong trình duyệt khác. Hãy thử lại.',
    ours: 'Hệ thống của chúng tôi gặp sự cố. Hãy thử lại sau hoặc dùng phương thức đăng nhập khác.',
    service:
      'Dịch vụ không phản hồi. Hãy thử lại sau vài phút hoặc dùng phương thức đăng nhập khác.',
    'other-way':
      'Dịch vụ không chia sẻ đủ thông tin cần để đăng nhập. Hãy dùng phương thức đăng nhập khác.',
    removed:
      'Khóa truy cập này đã bị xóa khỏi tài khoản của bạn. Hãy dùng phương thức đăng nhập khác.',
    'step-up': 'Hãy đăng nhập lại để tiếp tục. Việc này giúp bảo vệ tài khoản của bạn.',
  },
  signOut: {
    title: 'Đăng xuất',
    question: 'Bạn có chắc muốn đăng xuất không?',
    submit: 'Đăng xuất',
    stay: 'Duy trì đăng nhập',
    nobody: 'Bạn chưa đăng nhập.',
  },
  error: {
    Configuration: {
      title: 'Không thể đăng nhập lúc này',
      message: 'Trang web này có sự cố trong phần thiết lập.',
      advice: 'Hãy thử lại sau. Nếu vẫn gặp sự cố, hãy liên hệ với quản trị viên trang web.',
    },
    AccessDenied: {
      title: 'Bạn không có quyền truy cập',
      message: 'Tài khoản này không thể đăng nhập vào trang web này.',
      advice: 'Hãy dùng tài khoản khác hoặc xin quyền truy cập từ quản trị viên trang web.',
    },
    Verification: {
      title: 'Liên kết này không còn hiệu lực',
      message: 'Liên kết có thể đã hết hạn hoặc đã được dùng.',
      advice: 'Hãy đăng nhập lại để nhận liên kết mới.',
    },
    Default: {
      title: 'Đã xảy ra lỗi',
      message: 'Không thể đăng nhập.',
      advice: 'Hãy thử đăng nhập lại.',
    },
  },
  verifyRequest: {
    title: 'Hãy kiểm tra email',
    sentTo:
      'Chúng tôi đã gửi email đến {address}. Hãy mở liên kết trong email hoặc nhập mã bên dưới.',
    sent: 'Chúng tôi đã gửi email cho bạn. Hãy mở liên kết trong email để đăng nhập.',
    linkSentTo: 'Chúng tôi đã gửi email đến {address}. Hãy mở liên kết trong email để đăng nhập.',
    code: 'Mã trong email',
    codeHint: '8 chữ cái và chữ số. Không bắt buộc dấu gạch nối và chữ hoa.',
    submit: 'Đăng nhập',
    wrongCode: 'Mã không đúng hoặc đã hết hạn. Hãy xem email mới nhất rồi thử lại.',
    attemptsLeft: 'Số lần thử còn lại: {count}',
    nothingThere: 'Không nhận được email? Hãy kiểm tra thư mục spam.',
    again: 'Gửi lại hoặc dùng email khác',
  },
  confirmLink: {
    title: 'Có phải bạn không?',
    question: 'Bạn đang đăng nhập bằng {address}.',
    reason:
      'Liên kết này có thể đã được yêu cầu trong trình duyệt khác. Hãy xác nhận rằng bạn muốn đăng nhập ở đây.',
    submit: 'Đúng, đăng nhập',
    notMe:
      'Không phải email của bạn, hoặc bạn không yêu cầu? Hãy đóng trang này, việc đăng nhập sẽ không diễn ra.',
  },
  continueSignIn: {
    title: 'Còn một bước nữa',
    message: 'Hãy tiếp tục để hoàn tất đăng nhập bằng {name}.',
    submit: 'Tiếp tục',
    notMe: 'Bạn không yêu cầu? Hãy đóng trang này, việc đăng nhập sẽ không diễn ra.',
  },
  keptForm: {
    title: 'Biểu mẫu của bạn vẫn còn đây',
    message: 'Nội dung bạn đã điền chưa được gửi.',
    submit: 'Gửi biểu mẫu',
    discard: 'Không gửi',
  },
  endSession: {
    title: 'Bạn đã đăng xuất',
    message: 'Bạn vẫn đang đăng nhập vào {name}. Bạn có muốn đăng xuất cả ở đó không?',
    submit: 'Đăng xuất khỏi {name}',
    stay: 'Duy trì đăng nhập {name}',
  },
  signedOut: {
    title: 'Yêu cầu đăng xuất đã hết hạn',
    message:
      'Yêu cầu được bắt đầu trong trình duyệt khác hoặc hơn 10 phút trước. Không có gì thay đổi.',
  },
  devices: {
    title: 'Nơi bạn đang đăng nhập',
    lead: 'Hãy đăng xuất khỏi trình duyệt bạn không nhận ra hoặc không còn dùng.',
    here: 'Trình duyệt này',
    unknown: 'Trình duyệt không xác định',
    browserOn: '{browser} trên {system}',
    signedIn: 'Đăng nhập: {when}',
    signedInWith: 'Đăng nhập bằng {name}: {when}',
    lastSeen: 'Hoạt động gần nhất: {when}',
    signOut: 'Đăng xuất',
    others: 'Đăng xuất khỏi thiết bị khác',
    all: 'Đăng xuất khỏi mọi thiết bị',
    now: 'Đang hoạt động',
  },
  account: {
    title: 'Phương thức đăng nhập',
    lead: 'Hãy xóa những phương thức không còn dùng. Bạn cần ít nhất một phương thức.',
    synced: 'Khóa truy cập được đồng bộ',
    oneDevice: 'Khóa truy cập trên một thiết bị',
    mail: 'Liên kết qua email',
    remove: 'Xóa',
    rename: 'Đổi tên',
    name: 'Tên khóa truy cập',
    save: 'Lưu',
    only: 'Bạn không thể xóa phương thức đăng nhập duy nhất.',
    unused:
      'Chưa được dùng. Hãy đăng nhập bằng khóa này một lần trước khi xóa các phương thức khác.',
    accounts: 'Tài khoản đã kết nối',
    passkeys: 'Khóa truy cập',
    noPasskeys: 'Chưa có khóa truy cập nào.',
    removed: 'Đã xóa.',
    renamed: 'Đã lưu tên.',
    signedOut: 'Đã đăng xuất.',
    tooLongAgo: 'Để bảo vệ tài khoản, hãy đăng nhập lại trước khi thay đổi.',
    failed: 'Không thành công. Hãy thử lại.',
  },
  ended: {
    'ended-by-user': 'Bạn đã được đăng xuất từ một thiết bị khác.',
    'signed-out-everywhere': 'Bạn đã được đăng xuất khỏi mọi thiết bị. Hãy đăng nhập lại.',
    'password-changed':
      'Mật khẩu của bạn đã thay đổi nên phiên đăng nhập đã kết thúc. Hãy đăng nhập bằng mật khẩu mới.',
    'email-changed':
      'Địa chỉ email của bạn đã thay đổi nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    'account-unlinked':
      'Một phương thức đăng nhập đã bị xóa nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    'passkey-removed':
      'Một khóa truy cập đã bị xóa nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    'factor-added':
      'Xác minh hai bước đã được bật nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    'factor-removed':
      'Một phương thức xác minh hai bước đã bị xóa nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    'recovery-used':
      'Tài khoản của bạn đã được khôi phục nên phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    admin: 'Quản trị viên đã đăng xuất tài khoản của bạn. Hãy đăng nhập lại.',
    'back-channel':
      'Bạn đã đăng xuất khỏi dịch vụ dùng để đăng nhập nên phiên trên trang này cũng đã kết thúc.',
    'secret-leak': 'Để bảo vệ các tài khoản, mọi phiên đăng nhập đã kết thúc. Hãy đăng nhập lại.',
    other: 'Phiên đăng nhập của bạn đã kết thúc. Vui lòng đăng nhập lại.',
  },
  problem: {
    400: {
      title: 'Không thể xử lý yêu cầu',
      message: 'Hãy quay lại, tải lại trang rồi thử lại.',
    },
    403: {
      title: 'Trang này đã hết hạn',
      message: 'Hãy quay lại, tải lại trang rồi thử lại.',
    },
    404: {
      title: 'Không tìm thấy trang',
      message: 'Hãy kiểm tra địa chỉ hoặc bắt đầu từ trang chủ.',
    },
    405: {
      title: 'Không thể mở trực tiếp trang này',
      message: 'Hãy bắt đầu từ trang chủ.',
    },
    413: {
      title: 'Nội dung quá dài',
      message: 'Hãy rút ngắn nội dung đã nhập rồi thử lại.',
    },
    415: {
      title: 'Không thể đọc dữ liệu',
      message: 'Hãy quay lại và dùng biểu mẫu trên trang.',
    },
    429: {
      title: 'Thử quá nhiều lần',
      message: 'Hãy chờ vài phút rồi thử lại.',
    },
    500: {
      title: 'Đã xảy ra lỗi',
      message: 'Sự cố nằm ở phía chúng tôi. Hãy thử lại sau giây lát.',
    },
    503: {
      title: 'Tạm thời không khả dụng',
      message:
        'Một phần hệ thống của chúng tôi không phản hồi. Bạn chưa bị đăng xuất. Hãy thử lại sau giây lát.',
    },
    acting: {
      title: 'Bạn đang thao tác thay cho người dùng khác',
      message:
        'Hiện không thể thực hiện việc này. Hãy đăng xuất một lần để quay lại tài khoản của bạn.',
    },
  },
  mail: {
    subject: 'Đăng nhập vào {host}',
    button: 'Đăng nhập',
    link: 'Nút không hoạt động? Hãy sao chép liên kết này vào trình duyệt:',
    code: 'Hoặc nhập mã này ở nơi bạn bắt đầu đăng nhập:',
    validity: 'Liên kết và mã có hiệu lực trong {duration} và chỉ dùng được một lần.',
    ignore:
      'Không phải bạn yêu cầu? Hãy bỏ qua email này. Đừng chia sẻ liên kết hoặc mã với bất kỳ ai.',
    linkValidity: 'Liên kết có hiệu lực trong {duration} và chỉ dùng được một lần.',
    linkIgnore:
      'Không phải bạn yêu cầu? Hãy bỏ qua email này. Đừng chia sẻ liên kết với bất kỳ ai.',
  },
}
