// SPDX-License-Identifier: Apache-2.0
/** Small mini-batches for tests, drawn from a key, and the direct buffers they live in. */
@NullMarked
package io.graphember.testkit.batch;

import org.jspecify.annotations.NullMarked;
