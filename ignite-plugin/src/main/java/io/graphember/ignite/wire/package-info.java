// SPDX-License-Identifier: Apache-2.0
/** Which classes travel between nodes: the list of them that Ignite's marshaller may be kept to. */
@NullMarked
package io.graphember.ignite.wire;

import org.jspecify.annotations.NullMarked;
