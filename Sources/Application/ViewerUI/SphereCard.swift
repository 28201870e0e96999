import CAdwaita
@preconcurrency import CEpoxy
import GLibBridge
import Imaging
import TravelModel
import Widgets

/// A sphere's picture on the graphics card, which draws what is seen from its middle.
///
/// It draws into textures, which the canvas moves and enlarges like those of flat pictures; a
/// `GtkGLArea` would be another widget.
final class SphereCard {
  private let context: Ref<OpaquePointer>
  private let sphere: PictureSphere
  /// Whether the window is drawn by Vulkan, which does not wait for OpenGL.
  private let isBesideVulkan: Bool
  private var program: GLuint = 0
  private var picture: GLuint = 0
  private var framebuffer: GLuint = 0
  private var vertices: GLuint = 0

  /// Passes a picture to the card; nil where the window is drawn without one, or the picture is too
  /// large for it.
  init?(_ picture: DecodedPicture, of sphere: PictureSphere, for widget: Widget) {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native)
    else { return nil }
    let name = String(cString: g_type_name_from_instance(renderer.cast()))
    guard name != "GskCairoRenderer",
      let made = gdk_display_create_gl_context(gtk_widget_get_display(widget), nil)
    else { return nil }
    let context = Ref(adopting: made)
    guard gdk_gl_context_realize(made, nil) != 0 else { return nil }
    (self.context, self.sphere, isBesideVulkan) = (context, sphere, name == "GskVulkanRenderer")
    guard using(made, { makeProgram() && upload(picture) }) else { return nil }
    debugLog("a graphics card draws a sphere")
  }

  isolated deinit {
    using(context.pointer) {
      guard vertices != 0 else { return }
      epoxy_glDeleteTextures(1, &picture)
      epoxy_glDeleteFramebuffers(1, &framebuffer)
      epoxy_glDeleteVertexArrays(1, &vertices)
      epoxy_glDeleteProgram(program)
    }
  }

  /// Draws a view in a size in pixels; nil without the memory.
  func draw(_ view: SphereView, size: PixelSize) -> Ref<OpaquePointer>? {
    using(context.pointer) {
      let target = makeTexture(wrapping: GL_CLAMP_TO_EDGE)
      epoxy_glTexImage2D(
        GLenum(GL_TEXTURE_2D), 0, GL_RGBA8, GLsizei(size.width), GLsizei(size.height), 0,
        GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), nil)
      epoxy_glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
      epoxy_glFramebufferTexture2D(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), target, 0)
      let drawing = CardTexture(target, context)
      guard
        epoxy_glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE)
      else { return nil }
      epoxy_glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
      epoxy_glUseProgram(program)
      setUniforms(view, size)
      epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), picture)
      epoxy_glBindVertexArray(vertices)
      epoxy_glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
      // What another context draws with it comes after that.
      if isBesideVulkan { epoxy_glFinish() } else { epoxy_glFlush() }
      return Ref(
        adopting: gdk_gl_texture_new(
          context.pointer, target, Int32(size.width), Int32(size.height),
          { box in
            nonisolated(unsafe) let box = box!
            MainActor.assumeIsolated { Unmanaged<CardTexture>.fromOpaque(box).release() }
          }, Unmanaged.passRetained(drawing).toOpaque()))
    }
  }
}

extension SphereCard {
  /// The projection of `SphereProjection`, and the picture as `SpherePainter` mixes it.
  private static let shader = """
    uniform sampler2D picture;
    uniform vec3 right;
    uniform vec3 up;
    uniform vec3 forward;
    uniform vec2 middle;
    uniform vec2 corner;
    uniform vec2 share;
    out vec4 color;

    void main() {
      vec2 point = gl_FragCoord.xy;
      vec3 way = forward + (point.x - middle.x) * right + (middle.y - point.y) * up;
      vec2 place = vec2(
        0.5 + atan(way.x, way.z) / 6.28318530718, 0.5 - atan(way.y, length(way.xz)) / 3.14159265359);
      vec2 spot = (place - corner) / share;
      float circle = 1.0 / share.x;
      if (spot.x < 0.0) spot.x += circle; else if (spot.x >= circle) spot.x -= circle;
      float edge = 0.5 / float(textureSize(picture, 0).y);
      bool isInside = spot.x <= 1.0 && spot.y > -edge && spot.y < 1.0 + edge;
      color = vec4(isInside ? textureLod(picture, spot, 0.0).rgb : vec3(0.0), 1.0);
    }
    """

  /// A triangle that covers all.
  private static let everywhere = """
    void main() {
      vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
      gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
    }
    """

  private func makeProgram() -> Bool {
    let isES = gdk_gl_context_get_use_es(context.pointer) != 0
    let version = isES ? "#version 300 es\nprecision highp float;\n" : "#version 150\n"
    program = epoxy_glCreateProgram()
    for (kind, text) in [
      (GL_VERTEX_SHADER, SphereCard.everywhere), (GL_FRAGMENT_SHADER, SphereCard.shader),
    ] {
      let shader = epoxy_glCreateShader(GLenum(kind))
      (version + text).withCString {
        var source: UnsafePointer<GLchar>? = $0
        epoxy_glShaderSource(shader, 1, &source, nil)
      }
      epoxy_glCompileShader(shader)
      epoxy_glAttachShader(program, shader)
      epoxy_glDeleteShader(shader)
    }
    epoxy_glLinkProgram(program)
    var isLinked: GLint = 0
    epoxy_glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else { return false }
    epoxy_glGenFramebuffers(1, &framebuffer)
    epoxy_glGenVertexArrays(1, &vertices)
    return true
  }

  private func upload(_ decoded: DecodedPicture) -> Bool {
    let (width, height) = (decoded.size.width, decoded.size.height)
    var longest: GLint = 0
    epoxy_glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &longest)
    let row = width * (decoded.hasAlpha ? 4 : 3)
    let alignment = [1, 2, 4, 8].first { (row + $0 - 1) / $0 * $0 == decoded.stride }
    guard width <= longest, height <= longest, let alignment else { return false }
    let format = GLenum(decoded.hasAlpha ? GL_RGBA : GL_RGB)
    picture = makeTexture(wrapping: sphere.isClosed ? GL_REPEAT : GL_CLAMP_TO_EDGE)
    epoxy_glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(alignment))
    decoded.pixels.withUnsafeBytes {
      epoxy_glTexImage2D(
        GLenum(GL_TEXTURE_2D), 0, decoded.hasAlpha ? GL_RGBA8 : GL_RGB8, GLsizei(width),
        GLsizei(height), 0, format, GLenum(GL_UNSIGNED_BYTE), $0.baseAddress)
    }
    return epoxy_glGetError() == GLenum(GL_NO_ERROR)
  }

  private func makeTexture(wrapping: GLint) -> GLuint {
    var texture: GLuint = 0
    epoxy_glGenTextures(1, &texture)
    epoxy_glBindTexture(GLenum(GL_TEXTURE_2D), texture)
    for (parameter, value) in [
      (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
      (GL_TEXTURE_WRAP_S, wrapping), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
    ] {
      epoxy_glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(parameter), value)
    }
    return texture
  }

  private func setUniforms(_ view: SphereView, _ size: PixelSize) {
    let projection = SphereProjection(view, of: sphere, size: size)
    for (name, way) in [
      ("right", projection.right), ("up", projection.up), ("forward", projection.forward),
    ] {
      epoxy_glUniform3f(
        epoxy_glGetUniformLocation(program, name), GLfloat(way.x), GLfloat(way.y), GLfloat(way.z))
    }
    for (name, x, y) in [
      ("middle", projection.middle.x, projection.middle.y), ("corner", sphere.left, sphere.top),
      ("share", sphere.width, sphere.height),
    ] {
      epoxy_glUniform2f(epoxy_glGetUniformLocation(program, name), GLfloat(x), GLfloat(y))
    }
  }
}

/// A texture of a context, which is deleted when it is used no more.
private final class CardTexture {
  private let texture: GLuint
  private let context: Ref<OpaquePointer>

  init(_ texture: GLuint, _ context: Ref<OpaquePointer>) {
    (self.texture, self.context) = (texture, context)
  }

  isolated deinit {
    // GTK frees textures in the middle of a frame, whose context must stay the current one; before the
    // next frame, or they would pile up while the view moves.
    let (texture, context) = (texture, context)
    MainLoop.whenIdle(priority: MainLoop.beforeLayout) {
      var texture = texture
      using(context.pointer) { epoxy_glDeleteTextures(1, &texture) }
    }
  }
}

/// Does work with a context, which stays the current one, as that of a `GtkGLArea` does.
private func using<Value>(_ context: OpaquePointer, _ work: () -> Value) -> Value {
  gdk_gl_context_make_current(context)
  return work()
}
