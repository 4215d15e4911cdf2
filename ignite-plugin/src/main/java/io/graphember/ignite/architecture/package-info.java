// SPDX-License-Identifier: Apache-2.0
/** Which architectures of models the server nodes have, those of jars beside ours among them. */
@NullMarked
package io.graphember.ignite.architecture;

import org.jspecify.annotations.NullMarked;
