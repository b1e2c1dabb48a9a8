import type { LanguageTexts } from '@latchstring/core/types'

/** Vietnamese. Its key in `texts` is `vi`. */
export const vi: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Đến trang chủ',
    toSignIn: 'Đến trang đăng nhập',
    reference: 'Mã tham chiếu: {ref}',
  },
  signIn: {
    title: 'Đăng nhập',
    to: 'để tiếp tục đến {host}',
    continueWith: 'Tiếp tục với {name}',
    or: 'hoặc',
    email: 'Địa chỉ email',
    emailExample: 'ten@example.com',
    sendLink: 'Gửi liên kết đăng nhập qua email',
    submit: 'Đăng nhập',
    unsupported: 'Trình duyệt này không hỗ trợ đăng nhập bằng {name}.',
    none: 'Chưa có cách đăng nhập nào được thiết lập ở đây.',
    code: 'Mã: {code}',
    lastUsed: 'Dùng lần trước',
    showPassword: 'Hiện mật khẩu',
    passkey: 'Đăng nhập bằng khóa truy cập',
    unknown: 'Cách đăng nhập này không có ở đây. Vui lòng chọn cách khác.',
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
    Signin: 'Không thể đăng nhập. Hãy thử lại hoặc chọn cách đăng nhập khác.',
    OAuthSignin:
      'Không thể bắt đầu đăng nhập bằng dịch vụ đó. Hãy chờ một lát rồi thử lại, hoặc chọn cách khác.',
    OAuthCallbackError:
      'Dịch vụ không xác nhận lần đăng nhập của bạn. Hãy thử lại hoặc chọn cách đăng nhập khác.',
    OAuthCreateAccount:
      'Dịch vụ đã xác nhận danh tính của bạn, nhưng không thể tạo tài khoản ở đây. Hãy thử lại hoặc chọn cách đăng nhập khác.',
    EmailCreateAccount:
      'Không thể tạo tài khoản cho địa chỉ email này. Hãy thử lại hoặc dùng địa chỉ khác.',
    Callback: 'Đã xảy ra lỗi khi đăng nhập. Vui lòng bắt đầu lại từ trang này.',
    OAuthAccountNotLinked:
      'Đã có tài khoản dùng địa chỉ email này. Hãy đăng nhập theo cách bạn đã dùng trước đây để chúng tôi biết đó là tài khoản của bạn.',
    EmailSignin: 'Không thể gửi email. Hãy kiểm tra xem địa chỉ có gõ sai không rồi thử lại.',
    CredentialsSignin: 'Thông tin bạn nhập không khớp với tài khoản nào. Hãy kiểm tra rồi thử lại.',
    SessionRequired: 'Vui lòng đăng nhập để mở trang đó.',
  },
  present: {
    named: 'Bạn đang đăng nhập với tên {name}.',
    unnamed: 'Bạn đang đăng nhập.',
    other: 'Dùng tài khoản khác',
  },
  signInReasons: {
    cancelled: 'Bạn đã hủy đăng nhập. Bạn có thể thử lại bất cứ lúc nào.',
    expired:
      'Quá trình mất quá nhiều thời gian hoặc đã bắt đầu trong trình duyệt khác. Vui lòng bắt đầu lại.',
    ours: 'Hệ thống của chúng tôi đang gặp sự cố; đây không phải lỗi của bạn. Hãy chọn cách đăng nhập khác hoặc thử lại sau.',
    service:
      'Dịch vụ bạn chọn hiện không phản hồi đúng cách. Hãy thử lại sau vài phút hoặc chọn cách đăng nhập khác.',
    'other-way':
      'Không thể đăng nhập theo cách này vì dịch vụ không cung cấp đủ thông tin cần thiết. Vui lòng chọn cách đăng nhập khác.',
  },
  signOut: {
    title: 'Đăng xuất',
    question: 'Bạn có muốn đăng xuất trong trình duyệt này không?',
    submit: 'Đăng xuất',
    stay: 'Duy trì đăng nhập',
    nobody: 'Bạn chưa đăng nhập ở đây.',
  },
  error: {
    Configuration: {
      title: 'Không thể đăng nhập lúc này',
      message: 'Trang web này chưa được thiết lập đúng. Đây không phải lỗi của bạn.',
      advice: 'Hãy thử lại sau. Nếu vẫn không được, vui lòng báo cho người quản lý trang web này.',
    },
    AccessDenied: {
      title: 'Không có quyền truy cập',
      message: 'Tài khoản này không được phép đăng nhập ở đây.',
      advice: 'Hãy đăng nhập bằng tài khoản khác hoặc xin quyền từ người quản lý trang web này.',
    },
    Verification: {
      title: 'Liên kết này không còn hiệu lực',
      message: 'Liên kết đã hết hạn, đã được dùng hoặc không đầy đủ.',
      advice: 'Hãy yêu cầu liên kết mới trên trang đăng nhập.',
    },
    Default: {
      title: 'Đã xảy ra lỗi',
      message: 'Bạn chưa đăng nhập được.',
      advice: 'Hãy bắt đầu lại từ trang đăng nhập.',
    },
  },
  verifyRequest: {
    title: 'Hãy kiểm tra email',
    sentTo: 'Thư đang được gửi đến {address}. Hãy mở liên kết trong thư để đăng nhập.',
    sent: 'Thư đang được gửi đến bạn. Hãy mở liên kết trong thư để đăng nhập.',
    code: 'Mã trong thư',
    codeHint: 'Không phân biệt dấu cách, dấu gạch nối và chữ hoa chữ thường.',
    submit: 'Đăng nhập',
    wrongCode: 'Mã này không đúng hoặc không còn hiệu lực. Hãy so với thư mới nhất.',
    attemptsLeft: 'Số lần thử còn lại: {count}',
    nothingThere: 'Vài phút rồi vẫn chưa thấy gì? Hãy xem trong thư mục thư rác.',
    again: 'Thử lại hoặc dùng địa chỉ khác',
  },
  confirmLink: {
    title: 'Có phải bạn không?',
    question: 'Bạn sắp đăng nhập với địa chỉ {address}.',
    reason:
      'Không chắc liên kết được yêu cầu trong trình duyệt này, vì vậy vui lòng xác nhận rằng bạn muốn đăng nhập ở đây.',
    submit: 'Đúng, đăng nhập',
    notMe:
      'Không phải địa chỉ của bạn, hoặc bạn không yêu cầu? Hãy đóng trang này: chưa có gì xảy ra.',
  },
  continueSignIn: {
    title: 'Còn một bước nữa',
    message: 'Bạn vừa trở lại từ {name}. Hãy tiếp tục ở đây để hoàn tất.',
    submit: 'Tiếp tục',
    notMe: 'Bạn không yêu cầu? Hãy đóng trang này: chưa có gì xảy ra.',
  },
  endSession: {
    title: 'Bạn đã đăng xuất ở đây',
    message: 'Bạn vẫn đang đăng nhập tại {name}. Hãy tiếp tục để đăng xuất cả ở đó.',
    submit: 'Tiếp tục đến {name}',
    stay: 'Duy trì đăng nhập ở đó',
  },
  signedOut: {
    title: 'Không có gì thay đổi ở đây',
    message:
      'Lần đăng xuất này không bắt đầu trong trình duyệt này, hoặc đã bắt đầu hơn mười phút trước.',
  },
  devices: {
    title: 'Nơi bạn đang đăng nhập',
    lead: 'Hãy đăng xuất ở những nơi bạn không cần nữa và ở trình duyệt mà bạn không nhận ra.',
    here: 'Trình duyệt này',
    unknown: 'Trình duyệt không xác định',
    browserOn: '{browser} trên {system}',
    signedIn: 'Đăng nhập: {when}',
    signedInWith: 'Đăng nhập bằng {name}: {when}',
    lastSeen: 'Hoạt động gần nhất: {when}',
    signOut: 'Đăng xuất',
    others: 'Đăng xuất ở mọi nơi khác',
    all: 'Đăng xuất ở mọi nơi',
  },
  account: {
    title: 'Các cách đăng nhập của bạn',
    lead: 'Hãy xóa những cách bạn không còn dùng. Cách cuối cùng được giữ lại.',
    synced: 'Khóa truy cập được đồng bộ',
    oneDevice: 'Khóa truy cập trên một thiết bị',
    mail: 'Liên kết qua email',
    remove: 'Xóa',
    rename: 'Đổi tên',
    name: 'Tên của khóa truy cập',
    save: 'Lưu',
    only: 'Đây là cách đăng nhập duy nhất của bạn nên không thể xóa.',
  },
  ended: {
    'ended-by-user': 'Bạn đã bị đăng xuất ở đây từ một thiết bị khác.',
    'signed-out-everywhere': 'Bạn đã bị đăng xuất vì có yêu cầu đăng xuất trên mọi thiết bị.',
    'password-changed': 'Bạn đã bị đăng xuất vì mật khẩu đã thay đổi.',
    'email-changed': 'Bạn đã bị đăng xuất vì địa chỉ email đã thay đổi.',
    'account-unlinked': 'Bạn đã bị đăng xuất vì một cách đăng nhập đã bị xóa.',
    'passkey-removed': 'Bạn đã bị đăng xuất vì một khóa truy cập đã bị xóa.',
    admin: 'Người quản lý trang web này đã đăng xuất bạn.',
    'back-channel': 'Bạn đã bị đăng xuất vì bạn đã đăng xuất khỏi dịch vụ dùng để đăng nhập.',
    'secret-leak': 'Mọi người đều đã bị đăng xuất để bảo đảm an toàn. Vui lòng đăng nhập lại.',
    other: 'Phiên của bạn đã kết thúc. Vui lòng đăng nhập lại.',
  },
  problem: {
    400: {
      title: 'Không thành công',
      message:
        'Một phần yêu cầu bị thiếu hoặc không đọc được. Hãy quay lại, tải lại trang rồi thử lại.',
    },
    403: {
      title: 'Yêu cầu bị từ chối',
      message:
        'Có thể trang đã mở quá lâu hoặc yêu cầu được gửi từ nơi khác. Hãy quay lại, tải lại trang rồi thử lại.',
    },
    404: {
      title: 'Không tìm thấy trang',
      message:
        'Không có gì tại địa chỉ này. Hãy kiểm tra xem có gõ sai không hoặc bắt đầu từ trang chủ.',
    },
    405: {
      title: 'Không thể làm theo cách này',
      message: 'Không thể mở trực tiếp địa chỉ này. Vui lòng bắt đầu từ trang chủ.',
    },
    413: {
      title: 'Quá nhiều dữ liệu',
      message: 'Dữ liệu gửi đi vượt quá mức cho phép. Hãy rút ngắn nội dung đã nhập rồi thử lại.',
    },
    415: {
      title: 'Định dạng không xác định',
      message: 'Không thể đọc dữ liệu đã gửi. Hãy quay lại và dùng biểu mẫu trên trang.',
    },
    429: {
      title: 'Thử quá nhiều lần',
      message: 'Vui lòng chờ vài phút rồi thử lại.',
    },
    500: {
      title: 'Đã xảy ra lỗi ở phía chúng tôi',
      message: 'Đã xảy ra lỗi không mong muốn. Vui lòng thử lại sau giây lát.',
    },
    503: {
      title: 'Hiện không khả dụng',
      message:
        'Chúng tôi không kết nối được với một phần hệ thống. Bạn chưa bị đăng xuất; hãy thử lại sau giây lát.',
    },
  },
  mail: {
    subject: 'Đăng nhập vào {host}',
    button: 'Đăng nhập',
    link: 'Nếu nút không hoạt động, hãy sao chép địa chỉ này vào trình duyệt:',
    code: 'Hoặc nhập mã này vào trang mà bạn đã yêu cầu đăng nhập:',
    validity: 'Liên kết và mã dùng được một lần, trong {minutes} phút.',
    ignore:
      'Nếu bạn không yêu cầu thư này, bạn có thể bỏ qua. Không ai đăng nhập được nếu không có liên kết hoặc mã.',
  },
}
