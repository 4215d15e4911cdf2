// SPDX-License-Identifier: Apache-2.0
/** Chunked arrays on a file system, in a format that other tools read. Knows nothing of graphs. */
@NullMarked
package io.graphember.inference.zarr;

import org.jspecify.annotations.NullMarked;
