// SPDX-License-Identifier: Apache-2.0
/** What travels between a trainer and the nodes that own partitions, and the port it travels by. */
@NullMarked
package io.graphember.sampling.engine;

import org.jspecify.annotations.NullMarked;
