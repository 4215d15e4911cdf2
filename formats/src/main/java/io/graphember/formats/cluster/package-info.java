// SPDX-License-Identifier: Apache-2.0
/** Tables and caches of a cluster. */
@NullMarked
package io.graphember.formats.cluster;

import org.jspecify.annotations.NullMarked;
