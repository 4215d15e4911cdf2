// SPDX-License-Identifier: Apache-2.0
/**
 * Backend on DJL and PyTorch: layers are TorchScript methods written from Java, data stays in the
 * caller's direct buffers, native memory lives for one call.
 *
 * <p>Nothing outside of this package sees a type of the engine.
 */
@NullMarked
package io.graphember.backend.djl;

import org.jspecify.annotations.NullMarked;
