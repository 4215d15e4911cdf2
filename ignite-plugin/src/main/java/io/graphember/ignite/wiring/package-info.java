// SPDX-License-Identifier: Apache-2.0
/** How a node's parts are made, started and stopped; its threads. The only user of Guice. */
@NullMarked
package io.graphember.ignite.wiring;

import org.jspecify.annotations.NullMarked;
