// SPDX-License-Identifier: Apache-2.0
/** Cutting an edge list without a cluster: what the command {@code partition} does. */
@NullMarked
package io.graphember.cli.partition;

import org.jspecify.annotations.NullMarked;
