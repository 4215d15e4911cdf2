// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A TorchScript module written without Python: the operators of PyTorch that DJL does not offer
 * become methods of a module that DJL loads, and autograd flows through them.
 *
 * <p>The archive is a ZIP of stored (not deflated) entries below one directory:
 *
 * <pre>
 * module/data.pkl            pickle, protocol 2: __torch__.NAME() with the state {"training": True}
 * module/byteorder           "little"
 * module/code/__torch__.py   the source, in the dialect that TorchScript itself writes
 * module/constants.pkl       pickle, protocol 2: the empty tuple
 * module/version             "3\n"
 * </pre>
 */
public final class TorchScriptArchive {
  private static final String EMPTY_TUPLE = "\u0080\u0002).";

  private TorchScriptArchive() {}

  /**
   * Bytes of the archive.
   *
   * @param name name of the class in the source
   * @param source source with that one class, which has no parameters and no buffers
   */
  public static byte[] of(String name, String source) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      store(zip, "data.pkl", instance(name));
      store(zip, "byteorder", "little");
      store(zip, "code/__torch__.py", source);
      store(zip, "constants.pkl", EMPTY_TUPLE);
      store(zip, "version", "3\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The opcodes, each char one byte: global, empty tuple, newobj, dict with one item, build. */
  private static String instance(String name) {
    return "\u0080\u0002" // protocol 2
        + "c__torch__\n" // the class, by module
        + name // and by name
        + "\n)\u0081" // an instance, made with no arguments
        + "}(X\u0008\u0000\u0000\u0000training\u0088u" // its state: 8 bytes of key, True
        + "b."; // set it, stop
  }

  private static void store(ZipOutputStream zip, String path, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    ZipEntry entry = new ZipEntry("module/" + path);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    entry.setTime(0);
    zip.putNextEntry(entry);
    zip.write(bytes);
    zip.closeEntry();
  }
}
