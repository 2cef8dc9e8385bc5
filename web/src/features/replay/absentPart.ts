/** Stands in for what a replay without a server does not need. */
export default null;
