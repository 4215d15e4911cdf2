// SPDX-License-Identifier: Apache-2.0
/** What a node needs of its JVM and machine, compared with what is there. */
@NullMarked
package io.graphember.ignite.check;

import org.jspecify.annotations.NullMarked;
