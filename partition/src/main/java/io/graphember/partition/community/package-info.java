// SPDX-License-Identifier: Apache-2.0
/** An edge cut along communities of the graph. */
@NullMarked
package io.graphember.partition.community;

import org.jspecify.annotations.NullMarked;
