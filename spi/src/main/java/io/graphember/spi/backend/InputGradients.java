// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.util.List;

/** Takes the gradients of what entered an engine. */
@FunctionalInterface
public interface InputGradients {
  /**
   * Takes them.
   *
   * @param parts of the same form as {@link EngineInput#parts()}, float32 in native byte order;
   *     they are the engine's and valid during the call
   */
  void take(List<ByteBuffer> parts);
}
